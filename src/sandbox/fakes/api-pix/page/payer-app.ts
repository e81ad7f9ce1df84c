import { Hono, type Context } from 'hono'
import { SECURITY_HEADERS } from '#http/security-headers.ts'
import type { Control } from '../control.ts'
import { paidPage, pastePage, payPage, refusedPage } from './pages.ts'
import { readTypedAmount } from './read-typed-amount.ts'
import { PAGE_STYLE_HASH } from '../../shared/page-style.ts'
import { pageTexts, type PageTexts } from './texts.ts'

const POLICY = `default-src 'none'; style-src '${PAGE_STYLE_HASH}'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

/** The page of a payer's bank at `/pay`. It asks for a code, or takes it from the URL, and pays it. Works without a script. */
export function createPayerApp(control: Pick<Control, 'read' | 'pay' | 'runDue'>): Hono {
  const app = new Hono()
  app.use(async (c, next) => {
    await next()
    const headers = { ...SECURITY_HEADERS, 'Content-Security-Policy': POLICY }
    for (const [name, value] of Object.entries(headers)) c.header(name, value)
    c.header('Cache-Control', 'no-store')
  })

  app.get('/pay', (c) => {
    const texts = textsFor(c)
    const code = c.req.query('code')?.trim() ?? ''
    if (code === '') return c.html(pastePage(texts))
    const charge = control.read(code)
    if (typeof charge === 'string') return c.html(refusedPage(texts, charge), 404)
    if (charge.refusal !== undefined) return c.html(refusedPage(texts, charge.refusal), 409)
    return c.html(payPage(texts, code, charge))
  })

  app.post('/pay', async (c) => {
    const texts = textsFor(c)
    const form = await c.req.parseBody()
    const code = typeof form['code'] === 'string' ? form['code'] : ''
    const charge = control.read(code)
    if (typeof charge === 'string') return c.html(refusedPage(texts, charge), 404)
    const typed = charge.terms.isAlterable ? readTypedAmount(form['amount']) : undefined
    if (charge.terms.isAlterable && typed === undefined)
      return c.html(payPage(texts, code, charge, 'not_an_amount'), 422)
    const result = control.pay(code, typed === undefined ? {} : { amountMinor: typed })
    if (result.status === 'refused') return c.html(refusedPage(texts, result.reason), 409)
    await control.runDue()
    return c.html(paidPage(texts, result.endToEndIds))
  })

  return app
}

function textsFor(c: Context): PageTexts {
  return pageTexts(c.req.query('lang') ?? c.req.header('accept-language') ?? null)
}
