import { AxeBuilder } from '@axe-core/playwright'
import { chromium, type Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { CHROMIUM } from '#proof/testing/chromium.ts'
import { chargeOf, openTestPixBank, SHOP, txidOf } from '#proof/testing/pix-bank.ts'
import { startPixBank } from '../start-pix-bank.ts'
import { createPayerApp } from './payer-app.ts'
import { readTypedAmount } from './read-typed-amount.ts'

const CHOSEN = { valor: { original: '0.00', modalidadeAlteracao: 1 } }

async function openPage(charge = chargeOf('259.90', { solicitacaoPagador: 'Pedido <1>' })) {
  const { call, control } = openTestPixBank()
  await call('PUT', `/cob/${txidOf(1)}`, charge)
  const app = createPayerApp(control)
  const code = control.codeOf(SHOP.id, txidOf(1)) ?? ''
  const read = async (answer: Response | Promise<Response>) => {
    const response = await answer
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  return {
    control,
    code,
    get: (query: string, language = 'en') =>
      read(app.request(`/pay${query}`, { headers: { 'accept-language': language } })),
    post: (fields: Record<string, string>) =>
      read(app.request('/pay', { method: 'POST', body: new URLSearchParams(fields) })),
  }
}

describe('the page of a payer', () => {
  it('asks for a code, in the language of the browser', async () => {
    const { get } = await openPage()
    expect((await get('')).text).toContain('Paste the code')
    expect((await get('', 'pt-PT,pt;q=0.9')).text).toContain('Cole o código')
    expect((await get('?lang=pt-BR')).text).toContain('lang="pt-BR"')
  })

  it('shows payee and amount, and pays', async () => {
    const { get, post, code, control } = await openPage()
    const { status, text, headers } = await get(`?code=${encodeURIComponent(code)}`)
    expect(status).toBe(200)
    for (const shown of [SHOP.name, 'R$259.90', 'Pedido &lt;1&gt;', 'no real money'])
      expect(text).toContain(shown)
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-/,
    )
    expect((await post({ code })).text).toContain('E99999990')
    expect(control.balanceMinor(SHOP.id)).toBe(25_990)
    expect(await post({ code })).toMatchObject({ status: 409 })
    expect((await get(`?code=${encodeURIComponent(code)}`)).text).toContain('paid already')
  })

  it('asks for the amount where the payer chooses it', async () => {
    const { get, post, code, control } = await openPage({ ...chargeOf('0.00'), ...CHOSEN })
    expect((await get(`?code=${encodeURIComponent(code)}`)).text).toContain('name="amount"')
    expect(await post({ code, amount: 'ten' })).toMatchObject({ status: 422 })
    expect(await post({ code, amount: '1.025,90' })).toMatchObject({ status: 200 })
    expect(control.balanceMinor(SHOP.id)).toBe(102_590)
  })

  it('says what is wrong with a code', async () => {
    const { get } = await openPage()
    expect(await get('?code=hello')).toMatchObject({
      status: 404,
      text: expect.stringContaining('isn’t a Pix code'),
    })
  })
})

describe('a typed amount', () => {
  it.each([
    ['25,90', 2590],
    ['25.9', 2590],
    ['R$ 25', 2500],
    ['1.025,90', 102_590],
    ['1,025.90', 102_590],
    ['0', 0],
    ['', undefined],
    ['-1', undefined],
    ['12345678901', undefined],
  ])('%s', (typed, minor) => {
    expect(readTypedAmount(typed)).toBe(minor)
  })
})

describe('in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await chromium.launch(CHROMIUM)
  })
  afterAll(() => browser.close())

  it.each(['light', 'dark'] as const)(
    'pays without a script, has no axe violations and fits a phone: %s',
    async (colorScheme) => {
      const bank = await startPixBank()
      onTestFinished(() => bank.close())
      const viewport = { width: 320, height: 640 }
      const context = await browser.newContext({ colorScheme, viewport, locale: 'en-US' })
      onTestFinished(() => context.close())
      const page = await context.newPage()
      const check = async () => {
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect(violations.map(({ id }) => id)).toEqual([])
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width)
      }
      const code = bank.control.charge(SHOP.id, {
        txid: txidOf(1),
        amountMinor: 100,
        isAlterable: true,
      })

      await page.goto(bank.pageUrl)
      await check()
      await page.getByLabel('Pix code').fill(code)
      await page.getByRole('button', { name: 'Continue' }).click()
      await check()
      await page.getByLabel('Amount in reais').fill('12,50')
      await page.getByRole('button', { name: 'Pay' }).click()
      await page.getByRole('heading', { name: 'Paid' }).waitFor()
      await check()
      expect(bank.control.balanceMinor(SHOP.id)).toBe(1250)
    },
  )
})
