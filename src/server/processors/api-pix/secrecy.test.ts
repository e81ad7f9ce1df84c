import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import {
  CLIENT,
  E2E_ID,
  KNOWN,
  NOW,
  openTestAdapter,
  PAYMENT_ID,
  PIX_KEY,
  REFUND_ID,
  type Reply,
  TXID,
} from '#proof/testing/api-pix/open-test-adapter.ts'
import type { Processor } from '../processor.ts'
import { NotConnected } from '../http/http.ts'

const CPF = '12345678909'
const NAME = 'Ana Canary'
const KEY_LINES = CLIENT.key.split('\n').filter((line) => line !== '' && !line.startsWith('-----'))
const SECRETS = [
  'token-canary',
  'secret-canary',
  'client-canary',
  CPF,
  NAME,
  PIX_KEY,
  E2E_ID,
  TXID,
  ...KEY_LINES,
]

const PAID = { ...KNOWN, references: { endToEndId: E2E_ID }, state: { pixCount: 1 } }
const REFUND = { refundId: REFUND_ID, paymentId: PAYMENT_ID, amountMinor: 1, currency: 'BRL' }

const CALLS: [string, (processor: Processor) => Promise<unknown> | undefined][] = [
  [
    'createPayment',
    (processor) =>
      processor.createPayment({
        paymentId: PAYMENT_ID,
        amountMinor: 25_990,
        currency: 'BRL',
        merchantId: 'm',
        merchantName: 'Loja',
        description: NAME,
        customer: { name: NAME, taxId: CPF },
        returnUrl: 'https://pay.example',
        method: { type: 'pix', expiresAt: new Date(NOW.getTime() + 900_000) },
      }),
  ],
  ['inquire', (processor) => processor.inquire(PAYMENT_ID, KNOWN)],
  ['cancelPayment', (processor) => processor.cancelPayment(PAYMENT_ID, KNOWN)],
  ['createRefund', (processor) => processor.createRefund(REFUND, PAID)],
  [
    'inquireRefund',
    (processor) =>
      processor.inquireRefund(REFUND_ID, { ...REFUND, payment: PAID, references: {}, state: {} }),
  ],
  ['listMovements', (processor) => processor.listMovements?.({ since: NOW })],
  ['cardEncryptionKey', (processor) => processor.cardEncryptionKey()],
  ['charge', (processor) => processor.checks?.find(({ name }) => name === 'charge')?.run()],
  ['webhook', (processor) => processor.checks?.find(({ name }) => name === 'webhook')?.run()],
]

/** Secrets and personal data that a bank may repeat in its answers. */
const SAID = SECRETS.slice(0, 8).join(' ')
const echo = (status: number): Reply => [
  status,
  {
    type: `https://pix.bcb.gov.br/api/v2/error/${SAID}`,
    title: SAID,
    detail: SAID,
    violacoes: [{ razao: SAID, propriedade: SAID, valor: SAID }],
    status: SAID,
    pix: [{ [SAID]: SAID, valor: SAID }],
    [SAID]: SAID,
  },
]
const REPLIES: [string, Reply][] = [
  ...[200, 302, 400, 401, 403, 422, 429, 500].map((status): [string, Reply] => [
    `${status}`,
    echo(status),
  ]),
  ['a 200 that is no JSON', [200, `<html>${SAID}`]],
  ['a 400 that is no JSON', [400, `<html>${SAID}`]],
  ['no connection', new NotConnected('ECONNREFUSED')],
  ['no answer', new Error('ECONNRESET')],
]

describe('an error names no secret and no person', () => {
  it.each(
    CALLS.flatMap(([name, call]) => REPLIES.map(([what, reply]) => ({ name, what, call, reply }))),
  )('$name after $what', async ({ call, reply }) => {
    const { processor } = openTestAdapter(Array<Reply>(6).fill(reply))
    const error = await Promise.resolve(call(processor)).then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(error).toBeInstanceOf(Error)
    const text = inspect(error, { depth: 10, showHidden: true })
    expect(SECRETS.filter((secret) => text.includes(secret))).toEqual([])
  })
})
