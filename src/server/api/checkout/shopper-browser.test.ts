import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Checkout, type ShopperBrowser } from '#contract/checkout.ts'
import type { ProcessorPayment } from '#server/processors/processor.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createScriptedProcessor } from '#proof/testing/scripted-processor.ts'
import { createTestSession, SEALED_CARD } from '#proof/testing/shopper.ts'

const BROWSER = {
  colorDepth: 24,
  screenWidth: 390,
  screenHeight: 844,
  timeZoneOffset: 180,
  javaEnabled: false,
  language: 'pt-PT',
  ip: '203.0.113.77',
  userAgent: 'CanaryBrowser/1',
  accept: 'text/canary',
} as const satisfies ShopperBrowser
const TOLD = new RegExp([BROWSER.ip, BROWSER.userAgent, BROWSER.accept, 'pt-PT'].join('|'))
const SUCCEEDED = { status: 'succeeded', capturedMinor: 25_990, currency: 'BRL' } as const

const processor = createScriptedProcessor()
let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ processor })
})
afterAll(() => api.close())

const asked = () =>
  processor.calls
    .filter(([call]) => call === 'createPayment')
    .map(([, payment]) => payment as ProcessorPayment)

describe("what issuers ask about a shopper's browser", () => {
  it('S-160: reaches the processor, and neither the database nor the log nor an answer', async () => {
    processor.script('createPayment', SUCCEEDED)
    const open = await createTestSession(api)
    const paid = await open.pay({ ...SEALED_CARD, locale: 'es', browser: BROWSER })
    expect(paid.as(Checkout).status).toBe('complete')
    expect(asked().at(-1)).toMatchObject({ browser: BROWSER, locale: 'es' })
    const seen = [await open.look(), await open.read(), await open.notifications()]
    expect(JSON.stringify([...seen, await api.dump(), api.logged])).not.toMatch(TOLD)
  })

  it('is absent where the page tells nothing of it', async () => {
    processor.script('createPayment', SUCCEEDED)
    await (await createTestSession(api)).pay(SEALED_CARD)
    expect(asked().at(-1)).not.toHaveProperty('browser')
    expect(asked().at(-1)).not.toHaveProperty('locale')
  })

  it('makes no other request of a repeated one: from another address and window it is the same payment', async () => {
    processor.script('createPayment', SUCCEEDED)
    const open = await createTestSession(api)
    const headers = { 'idempotency-key': 'one-press' }
    await open.pay({ ...SEALED_CARD, browser: BROWSER }, headers)
    const before = asked().length
    const elsewhere = { ...BROWSER, ip: '2001:db8::7', screenWidth: 844, screenHeight: 390 }
    const again = await open.pay({ ...SEALED_CARD, browser: elsewhere }, headers)
    expect(again.as(Checkout).status).toBe('complete')
    expect(asked()).toHaveLength(before)
  })

  it.each([
    ['colorDepth', 0],
    ['colorDepth', 49],
    ['screenWidth', -1],
    ['screenHeight', 100_001],
    ['screenHeight', 1.5],
    ['timeZoneOffset', -901],
    ['timeZoneOffset', 901],
    ['javaEnabled', 'false'],
    ['language', 'x\ny'],
    ['ip', ''],
    ['ip', '1'.repeat(65)],
    ['userAgent', 'x'.repeat(513)],
    ['accept', 'x'.repeat(513)],
    ['plugins', 'Java'],
  ])('is refused with %s %j', async (name, value) => {
    const open = await createTestSession(api)
    const answer = await open.pay({
      method: 'pix',
      browser: { ...BROWSER, [name]: value },
    })
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({ errors: [{ path: `browser.${name}` }] })
  })
})
