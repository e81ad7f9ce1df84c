import type { CardTrial, TrialSealing } from '../card-trial.ts'
import type { Transport } from '../http/http.ts'
import { ProcessorNotAsked, ProcessorRefused } from '../processor.ts'
import type { Adapter } from './adapter.ts'
import { cardKeyOf } from './card-key.ts'
import { factsAmong } from './facts.ts'
import { readPaymentAnswer } from './payment-answer.ts'
import { SINCE } from './refund-payment.ts'
import { declineOf } from './refusals.ts'
import { reverse } from './reverse.ts'
import { type Account, type Sealing, KIDS } from './settings.ts'

/** A test card of Adyen that is authorised without a challenge. */
const CARD = {
  number: '4111111111111111',
  expiryMonth: 3,
  expiryYear: 2030,
  securityCode: '737',
  name: 'Homologation',
}
/** One of Adyen's by which an issuer asks. */
const CHALLENGED_CARD = { ...CARD, number: '4212345678910006' }
const AMOUNT = { currency: 'BRL', value: 1000 }

/** Names of holders by which the test environment refuses, with the code of each: Adyen's table of test cards. */
const DECLINED: readonly (readonly [holderName: string, code: string])[] = [
  ['DECLINED', '2'],
  ['BLOCK_CARD', '5'],
  ['CARD_EXPIRED', '6'],
  ['INVALID_CARD_NUMBER', '8'],
  ['ISSUER_UNAVAILABLE', '9'],
  ['NOT_SUPPORTED', '10'],
  ['NOT_3D_AUTHENTICATED', '11'],
  ['NOT_ENOUGH_BALANCE', '12'],
  ['FRAUD', '20'],
  ['CVC_DECLINED', '24'],
  ['RESTRICTED_CARD', '25'],
  ['WITHDRAWAL_AMOUNT_EXCEEDED', '28'],
]

const PAIRS = [
  { alg: 'RSA-OAEP-256', enc: 'A256GCM' },
  { alg: 'RSA-OAEP-256', enc: 'A256CBC-HS512' },
  { alg: 'RSA-OAEP', enc: 'A256CBC-HS512' },
] as const

/** How an account trial tries cards in Adyen's test environment. */
export function cardTrialOf(
  adapter: Adapter,
  sending: { transport: Transport; timeoutMs: number },
): CardTrial {
  const { account } = adapter
  return {
    card: CARD,
    challengedCard: CHALLENGED_CARD,
    earlyRefund: {
      // As one that has waited for its capture long enough.
      state: { [SINCE]: 0 },
      told: (facts) => {
        const ended = factsAmong(facts).find(({ code }) => code.includes('REFUND'))
        return ended && `${ended.code} ${ended.ok}`
      },
    },
    declines: DECLINED.map(([holderName, refusalReasonCode]) => ({
      holderName,
      declineCode: declineOf({ resultCode: 'Refused', refusalReasonCode }),
    })),
    async sealings() {
      const found: TrialSealing[] = []
      for (const sealing of waysOf(account))
        found.push({
          settings: JSON.stringify(sealing),
          key: await cardKeyOf({ ...account, sealing }, sending),
        })
      return found
    },
    payInClear: (paymentId) => payInClear(adapter, paymentId),
    settledBy: ({ facts }) => {
      const references = factsAmong(facts)
        .filter(({ code }) => code === 'CAPTURE' || code === 'REFUND')
        .map(({ code, ref }) => [
          `reference of ${code}`,
          ref.startsWith('re_') ? 'its own' : 'of the payment',
        ])
      return Object.fromEntries(references)
    },
  }
}

/** The account's own way first, then those that official clients may use. */
function waysOf({ sealing, certificate, clientKey }: Account): Sealing[] {
  const byCertificate = [
    ...KIDS.map((kid) => ({ ...PAIRS[0], kid })),
    ...PAIRS.slice(1).map((pair) => ({ ...pair, kid: 'none' as const })),
  ].map((way) => ({ from: 'certificate' as const, ...way }))
  const byClientKey = PAIRS.map((pair) => ({
    from: 'clientKey' as const,
    ...pair,
    kid: 'none' as const,
  }))
  const all = [
    sealing,
    ...(certificate === undefined ? [] : byCertificate),
    ...(clientKey === undefined ? [] : byClientKey),
  ]
  const written = new Map(all.map((way) => [[way.from, way.alg, way.enc, way.kid].join(), way]))
  return [...written.values()]
}

/** Pays by the placeholders that the test environment takes in place of encrypted fields, and releases it. */
async function payInClear({ account, api, clock }: Adapter, paymentId: string): Promise<string> {
  const ask = api.start()
  const { merchantAccount } = account
  const answer = await ask({
    route: '/payments',
    idempotencyKey: `pay-${paymentId}`,
    body: {
      amount: AMOUNT,
      merchantAccount,
      reference: paymentId,
      returnUrl: 'https://checkout.example/',
      paymentMethod: {
        type: 'scheme',
        encryptedCardNumber: `test_${CARD.number}`,
        encryptedExpiryMonth: 'test_03',
        encryptedExpiryYear: `test_${CARD.expiryYear}`,
        encryptedSecurityCode: `test_${CARD.securityCode}`,
      },
      additionalData: { manualCapture: 'true' },
    },
  })
  const told = (what: string) => `POST /payments was answered with ${what}`
  if (answer.kind === 'refused') throw new ProcessorRefused(told(answer.described))
  if (answer.kind === 'not_allowed') throw new ProcessorNotAsked(told(answer.described))
  const { currency, value: amountMinor } = AMOUNT
  const asked = { account, paymentId, amountMinor, currency, now: clock() }
  const reading = readPaymentAnswer(answer.body, asked)
  const psp =
    reading.says === 'outcome' ? reading.outcome.references?.processorReference : undefined
  if (reading.says !== 'outcome' || reading.outcome.status !== 'authorized' || psp === undefined)
    throw new ProcessorRefused(
      told(reading.says === 'outcome' ? reading.outcome.status : reading.why),
    )
  await reverse(ask, account, { paymentId, psp, number: 1 })
  return 'authorized, and its release was acknowledged'
}
