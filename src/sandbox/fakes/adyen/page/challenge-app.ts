import { Hono, type Context } from 'hono'
import { html } from 'hono/html'
import { formatMoney } from '#domain/money.ts'
import { SECURITY_HEADERS } from '#http/security-headers.ts'
import { PAGE_STYLE_HASH } from '../../shared/page-style.ts'
import { layout, row } from '../../shared/page.ts'
import type { AdyenFake } from '../adyen-fake.ts'
import type { ShownChallenge } from '../control.ts'
import { CHOICES } from '../records.ts'
import { act, networkPage } from './network-page.ts'
import { challengeTexts, type ChallengeTexts } from './texts.ts'

const REDIRECT = '/checkoutshopper/threeDS/redirect'

/**
 * What shoppers' browsers reach of Adyen: the challenge of an issuer, and the public key of a client key. At `/` a person plays the
 * network. Works without a script.
 */
export function createChallengeApp({
  control,
  publicKeyOf,
}: Pick<AdyenFake, 'control' | 'publicKeyOf'>): Hono {
  const app = new Hono()

  app.get('/checkoutshopper/v1/clientKeys/:key', (c) => {
    const publicKey = publicKeyOf(c.req.param('key'))
    return publicKey === undefined
      ? c.json({ status: 401, errorCode: '010', message: 'Unauthorized' }, 401)
      : c.json({ publicKey })
  })

  app.get('/', (c) => respond(c, networkPage(control), 200))
  app.post('/', async (c) => {
    const form = await c.req.parseBody()
    const payment = typeof form['payment'] === 'string' ? form['payment'] : ''
    const refusal = act(control, payment, form['act'])
    if (refusal !== undefined) return respond(c, networkPage(control, refusal), 409)
    await control.runDue()
    return c.redirect('/', 303)
  })

  app.get(REDIRECT, (c) => {
    const texts = challengeTexts(c.req.header('accept-language') ?? null)
    const address = c.req.query('redirectData') ?? ''
    const shown = control.challenge(address)
    if (shown?.isOpen !== true)
      return respond(c, layout(texts, texts.closedTitle, html`<p>${texts.closed}</p>`), 404)
    return respond(c, challengePage(texts, address, shown), 200, shown)
  })

  app.post(REDIRECT, async (c) => {
    const texts = challengeTexts(c.req.header('accept-language') ?? null)
    const form = await c.req.parseBody()
    const address = c.req.query('redirectData') ?? ''
    const choice = CHOICES.find((one) => one === form['choice'])
    if (choice === undefined || control.challenge(address)?.isOpen !== true)
      return respond(c, layout(texts, texts.closedTitle, html`<p>${texts.closed}</p>`), 409)
    const back = control.answer(address, choice)
    if (back !== undefined) return c.redirect(back, 303)
    return respond(c, layout(texts, texts.leftTitle, html`<p>${texts.left}</p>`), 200)
  })

  return app
}

function challengePage(texts: ChallengeTexts, address: string, shown: ShownChallenge) {
  const { payment, merchantName } = shown
  const { amount, card } = payment
  return layout(
    texts,
    texts.title,
    html`<dl>
        ${row(texts.merchant, merchantName)}
        ${row(texts.amount, formatMoney({ amount: amount.value, currency: amount.currency }, texts.locale))}
        ${row(texts.card, `${card.brand} …${card.lastFour}`)}
      </dl>
      <form method="post" action="redirect?redirectData=${address}">
        ${CHOICES.map(
          (choice) =>
            html`<button name="choice" value="${choice}">${texts.choices[choice]}</button>`,
        )}
      </form>`,
  )
}

type Page = ReturnType<typeof layout>

function respond(c: Context, page: Page, status: 200 | 404 | 409, shown?: ShownChallenge) {
  // The answer leads to the return URL, which Chromium wants among the targets of the form.
  const target =
    shown?.payment.offer === undefined ? '' : new URL(shown.payment.offer.returnUrl).origin
  const policy = `default-src 'none'; style-src '${PAGE_STYLE_HASH}'; img-src data:; form-action 'self' ${target}; base-uri 'none'; frame-ancestors 'none'`
  const headers = {
    ...SECURITY_HEADERS,
    'Content-Security-Policy': policy,
    'Cache-Control': 'no-store',
  }
  for (const [name, value] of Object.entries(headers)) c.header(name, value)
  return c.html(page, status)
}
