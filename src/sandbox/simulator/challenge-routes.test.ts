import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  openTestSimulator,
  SIMULATOR_URL,
  type TestSimulator,
} from '#proof/testing/open-test-simulator.ts'
import type { ProcessorPayment } from '#server/processors/processor.ts'

let test: TestSimulator
beforeAll(async () => {
  test = await openTestSimulator()
})
afterAll(() => test.close())

let payment: ProcessorPayment
let url: string
beforeEach(async () => {
  payment = await test.cardPayment('4000002760003184')
  const outcome = await test.processor.createPayment(payment)
  const action = outcome.status === 'requires_action' ? outcome.action : undefined
  url = action?.type === 'challenge' ? action.url : ''
})

async function open(address: string, headers: Record<string, string> = {}) {
  const response = await test.simulator.fetch(new Request(address, { headers }))
  return { response, html: await response.text() }
}

async function press(outcome: string): Promise<Response> {
  const body = new URLSearchParams({ outcome })
  return test.simulator.fetch(new Request(url, { method: 'POST', body }))
}

/** The value and the label of each submit button. */
function buttonsOf(html: string): [value: string, label: string][] {
  const buttons = html.matchAll(/<button[^>]* name="outcome" value="(\w+)"[^>]*>([^<]+)</g)
  return Array.from(buttons, ([, value = '', label = '']) => [value, label])
}

describe('GET /challenge/{token}', () => {
  it('shows merchant, amount and card, with three buttons', async () => {
    const { response, html } = await open(url)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=UTF-8')
    expect(html).toContain('<html lang="en" dir="ltr">')
    expect(html).toContain('Loja São João')
    expect(html).toContain('R$259.90')
    expect(html).toContain('ending in 3184')
    expect(html).toContain('Simulator: no real bank, no real money')
    expect(html).not.toContain('<script')
    expect(buttonsOf(html)).toEqual([
      ['complete', 'Complete authentication'],
      ['fail', 'Fail authentication'],
      ['cancel', 'Cancel'],
    ])
  })

  it.each([
    ['pt-BR,pt;q=0.9,en;q=0.8', 'pt-BR', 'Concluir autenticação'],
    ['pt-PT', 'pt-BR', 'Concluir autenticação'],
    ['xx, es-MX;q=0.7, en;q=0.5', 'es', 'Completar autenticación'],
    ['de-AT', 'de', 'Authentifizierung abschließen'],
    ['no', 'nb', 'Fullfør autentiseringen'],
    ['zh', 'zh-CN', '完成验证'],
    ['ar', 'ar', 'إتمام التحقق'],
    ['en;q=0.2, es;q=0.9', 'es', 'Completar autenticación'],
    ['xx', 'en', 'Complete authentication'],
  ])('speaks to a browser that asks for %s in %s', async (asked, language, label) => {
    const { html } = await open(url, { 'accept-language': asked })
    const direction = language === 'ar' ? 'rtl' : 'ltr'
    expect(html).toContain(`<html lang="${language}" dir="${direction}">`)
    expect(buttonsOf(html)[0]?.[1]).toBe(label)
  })

  it("S-43: shows a merchant's name as text", async () => {
    payment = await test.cardPayment('4000002500003155', { merchantName: '<img src=x onerror=1>' })
    const outcome = await test.processor.createPayment(payment)
    const action = outcome.status === 'requires_action' ? outcome.action : undefined
    const { html } = await open(action?.type === 'challenge' ? action.url : '')
    expect(html).toContain('&lt;img src=x onerror=1&gt;')
    expect(html).not.toContain('<img')
  })

  it('is not cached or sent as a referrer, and is framed by and redirects to the checkout only', async () => {
    const { response, html } = await open(url)
    const style = /<style>([^]*)<\/style>/.exec(html)?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    expect(response.headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; form-action 'self' http://localhost:4242; base-uri 'none'; frame-ancestors http://localhost:4242`,
    )
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(response.headers.get('x-frame-options')).toBeNull()
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it.each(['0'.repeat(43), 'x', '%00', 'a-b', "'"])('404 for the token %s', async (token) => {
    const { response, html } = await open(`${SIMULATOR_URL}/challenge/${token}`)
    expect(response.status).toBe(404)
    expect(html).toContain('This page doesn’t exist')
    expect(response.headers.get('content-security-policy')).toContain("form-action 'self';")
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(response.headers.get('x-frame-options')).toBe('DENY')
    expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin')
  })
})

describe('POST /challenge/{token}', () => {
  it.each([
    ['complete', { status: 'succeeded' }],
    ['fail', { status: 'failed', declineCode: 'authentication_failed' }],
    ['cancel', { status: 'failed', declineCode: 'authentication_abandoned' }],
  ])('%s leads back to the checkout, where the result is known', async (outcome, known) => {
    const response = await press(outcome)
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe(payment.returnUrl)
    expect(await test.processor.inquire(payment.paymentId)).toMatchObject(known)
  })

  it('takes the first answer, and redirects after each', async () => {
    await press('fail')
    const again = await press('complete')
    expect(again.headers.get('location')).toBe(payment.returnUrl)
    expect((await open(url)).response.headers.get('location')).toBe(payment.returnUrl)
    expect(await test.processor.inquire(payment.paymentId)).toMatchObject({ status: 'failed' })
    expect(await test.ledgerOf(payment.paymentId)).toEqual([])
  })

  it('charges once for twenty concurrent submissions', async () => {
    await Promise.all(Array.from({ length: 20 }, () => press('complete')))
    expect(await test.ledgerOf(payment.paymentId)).toHaveLength(2)
  })

  it('shows the page again for an unknown answer', async () => {
    const response = await press('steal')
    expect([response.status, response.headers.get('location')]).toEqual([303, url])
    expect(await test.processor.inquire(payment.paymentId)).toMatchObject({
      status: 'requires_action',
    })
  })

  it('is abandoned after a quarter of an hour', async () => {
    await test.pass(15 * 60_000 - 1)
    expect(await test.processor.inquire(payment.paymentId)).toMatchObject({
      status: 'requires_action',
    })
    await test.pass(1)
    expect(await test.processor.inquire(payment.paymentId)).toMatchObject({
      declineCode: 'authentication_abandoned',
    })
  })
})
