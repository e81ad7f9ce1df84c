import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { each, openTestAdapter, type Reply } from '#proof/testing/adyen/open-test-adapter.ts'
import { SETTINGS } from '#proof/testing/adyen/test-account.ts'
import {
  AUTHORISED,
  factOf,
  HELD,
  KNOWN,
  PAYMENT,
  PAYMENT_ID,
} from '#proof/testing/adyen/test-payments.ts'
import { NotConnected } from '../http/http.ts'
import type { Processor } from '../processor.ts'

const HMAC_KEY = SETTINGS.hmacKeys[0] ?? ''
const SECRETS = [
  'api-key-canary',
  HMAC_KEY,
  'e30.card-canary.c.d.e',
  'result-canary',
  'Ana Canary',
  'ana.canary@example.com',
  '52998224725',
  '+5511987650000',
  'Rua Canary',
  '203.0.113.77',
  'Agent-Canary/1',
  'test_ClientCanary',
  '4111111111111111',
  '411111',
]

const CAPTURED = { ...HELD, facts: [AUTHORISED, factOf('CAPTURE')] }
const REFUND = {
  refundId: 're_0Tq4mFhZ7Rk2vXw9sLd3Ye',
  paymentId: PAYMENT_ID,
  amountMinor: 1,
  currency: 'BRL',
}

const CALLS: [string, (processor: Processor) => Promise<unknown> | undefined][] = [
  [
    'createPayment',
    (processor) =>
      processor.createPayment({
        ...PAYMENT,
        customer: {
          name: 'Ana Canary',
          email: 'ana.canary@example.com',
          taxId: '52998224725',
          phone: '+5511987650000',
          billingAddress: { line1: 'Rua Canary, 7', city: 'X', country: 'BR' },
        },
        browser: {
          colorDepth: 24,
          screenWidth: 1,
          screenHeight: 1,
          timeZoneOffset: 0,
          javaEnabled: false,
          language: 'pt',
          ip: '203.0.113.77',
          userAgent: 'Agent-Canary/1',
        },
      }),
  ],
  [
    'completeAction',
    (processor) => processor.completeAction?.(KNOWN, { redirectResult: 'result-canary' }),
  ],
  [
    'capturePayment',
    (processor) =>
      processor.capturePayment?.(
        { paymentId: PAYMENT_ID, amountMinor: 1, currency: 'BRL', sentAt: new Date('2026-11-20') },
        HELD,
      ),
  ],
  ['cancelPayment of what is held', (processor) => processor.cancelPayment(PAYMENT_ID, HELD)],
  ['cancelPayment of the unknown', (processor) => processor.cancelPayment(PAYMENT_ID, KNOWN)],
  ['createRefund', (processor) => processor.createRefund(REFUND, CAPTURED)],
  ['cardEncryptionKey', (processor) => processor.cardEncryptionKey()],
  ['credentials', (processor) => check(processor, 'credentials')],
  ['cards', (processor) => check(processor, 'cards')],
]

function check({ checks }: Processor, name: string): Promise<string> | undefined {
  return checks?.find((one) => one.name === name)?.run()
}

/** Secrets and personal data that Adyen may repeat in its answers. */
const SAID = SECRETS.join(' ')
const echo = (status: number, errorCode: unknown): Reply => [
  status,
  {
    status: SAID,
    errorCode,
    message: SAID,
    errorType: SAID,
    pspReference: SAID,
    resultCode: SAID,
    refusalReason: SAID,
    merchantReference: SAID,
    reference: SAID,
    publicKey: SAID,
    paymentMethods: SAID,
    action: { type: 'redirect', method: 'GET', url: `https://evil.example/?${SAID}` },
    additionalData: { [SAID]: SAID },
    [SAID]: SAID,
  },
]
const REPLIES: [string, Reply][] = [
  ...[200, 201, 302, 400, 401, 403, 404, 409, 422, 429, 500].flatMap(
    (status): [string, Reply][] => [
      [`${status}`, echo(status, SAID)],
      [`${status} with a code`, echo(status, '130')],
    ],
  ),
  ['a 200 that is no JSON', [200, `<html>${SAID}`]],
  ['a 422 that is no JSON', [422, `<html>${SAID}`]],
  ['no connection', new NotConnected('ECONNREFUSED')],
  ['no answer', new Error('ECONNRESET')],
]

describe('R-113: what the account at Adyen tells names no secret, card and person', () => {
  it.each(
    CALLS.flatMap(([name, call]) => REPLIES.map(([what, reply]) => ({ name, what, call, reply }))),
  )('$name after $what', async ({ call, reply }) => {
    const settings = {
      ...SETTINGS,
      certificate: undefined,
      clientKey: 'test_ClientCanary',
      sealing: { from: 'clientKey' },
    }
    const { processor } = openTestAdapter(each(reply), { settings })
    const told = await Promise.resolve(call(processor)).catch((error: unknown) => error)
    expect(told).toBeDefined()
    const text = inspect(told, { depth: 10, showHidden: true })
    expect(SECRETS.filter((secret) => text.includes(secret))).toEqual([])
  })

  it.each(['ChallengeShopper', 'Authorised', 'RedirectShopper'])(
    'also where its answer is %s',
    async (resultCode) => {
      const [, body] = echo(200, '0') as [number, object]
      const reply: Reply = [200, { ...body, resultCode, merchantReference: PAYMENT_ID }]
      const { processor } = openTestAdapter(each(reply))
      const error: unknown = await processor.createPayment(PAYMENT).catch((error: unknown) => error)
      expect(error).toBeInstanceOf(Error)
      const text = inspect(error, { depth: 10, showHidden: true })
      expect(SECRETS.filter((secret) => text.includes(secret))).toEqual([])
    },
  )
})

it('R-113: nothing of a card and a person is kept with a payment', async () => {
  const reply: Reply = [
    200,
    {
      resultCode: 'Authorised',
      pspReference: 'NC6HT9CRT65ZGN82',
      additionalData: {
        cardSummary: '1111',
        cardBin: '411111',
        cardHolderName: 'Ana Canary',
        expiryDate: '3/2030',
      },
    },
  ]
  const { processor } = openTestAdapter([reply])
  const outcome = JSON.stringify(await processor.createPayment(PAYMENT))
  expect(SECRETS.filter((secret) => outcome.includes(secret))).toEqual([])
  expect(outcome).not.toContain('3/2030')
})
