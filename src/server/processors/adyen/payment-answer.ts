import { z } from 'zod'
import { CARD_BRANDS, type CardBrand } from '#contract/payment.ts'
import type { ProcessorOutcome } from '../processor.ts'
import { readAmount } from './amount.ts'
import type { Body } from './answer.ts'
import { holdEnd } from './hold-end.ts'
import { isRedirectAllowed } from './redirect.ts'
import { declineOf, isRequestFault } from './refusals.ts'
import type { Account } from './settings.ts'

/** Stands in addresses. */
export const PspReference = z.string().regex(/^[A-Za-z0-9]{1,64}$/)

const UNREADABLE = { currency: '', value: 0 }

/** What is read of `PaymentResponse` and `PaymentDetailsResponse` in CheckoutService-v72. What has another form is not there. */
export const PaymentAnswer = z.object({
  resultCode: z.string().optional().catch(undefined),
  pspReference: PspReference.optional().catch(undefined),
  merchantReference: z.string().optional().catch(undefined),
  amount: z.object({ currency: z.string(), value: z.number() }).optional().catch(UNREADABLE),
  refusalReasonCode: z
    .union([z.string(), z.int().transform(String)])
    .optional()
    .catch(undefined),
  action: z
    .object({
      type: z.string().optional().catch(undefined),
      method: z.string().optional().catch(undefined),
      url: z.string().optional().catch(undefined),
      data: z.unknown().optional(),
    })
    .optional()
    .catch(undefined),
  paymentMethod: z
    .object({ brand: z.string().optional().catch(undefined) })
    .optional()
    .catch(undefined),
  additionalData: z
    .object({
      authCode: z.unknown().optional(),
      cardSummary: z.unknown().optional(),
      paymentMethod: z.unknown().optional(),
    })
    .optional()
    .catch(undefined),
})
type PaymentAnswer = z.infer<typeof PaymentAnswer>

/** What was asked, by whose account, and when. */
interface Asked {
  account: Pick<Account, 'captureWithinDays' | 'environment' | 'returnHosts' | 'shopper'>
  paymentId: string
  amountMinor: number
  currency: string
  now: Date
}

/**
 * What an answer says of a payment: its outcome; `unusable` where the payment cannot go on, and nothing was taken; `open` where
 * nothing is said. With `release`, what may be held under that reference is to be released.
 */
export type PaymentReading =
  | { says: 'outcome'; outcome: ProcessorOutcome }
  | { says: 'unusable' | 'open'; why: string; release?: string }

const RESULT_CODE = /^[A-Za-z0-9]{1,40}$/

export function readPaymentAnswer(body: Body, asked: Asked): PaymentReading {
  const answer = PaymentAnswer.parse(body)
  const { resultCode = '', pspReference, merchantReference } = answer
  if (merchantReference !== undefined && merchantReference !== asked.paymentId)
    return { says: 'open', why: 'another payment' }
  const release = pspReference === undefined ? {} : { release: pspReference }
  switch (resultCode) {
    case 'Authorised':
      return (
        readAuthorised(answer, asked) ?? {
          says: 'open',
          why: `${resultCode} of what cannot be held`,
          ...release,
        }
      )
    case 'RedirectShopper':
      return isRedirect(answer, asked.account)
        ? outcome({
            status: 'requires_action',
            action: { type: 'challenge', url: answer.action?.url ?? '' },
            ...named(answer),
          })
        : { says: 'unusable', why: `${resultCode} by a redirect that is not followed`, ...release }
    case 'Refused':
    case 'Cancelled':
    case 'Error':
      return outcome({
        status: 'failed',
        declineCode: declineOf({ resultCode, refusalReasonCode: answer.refusalReasonCode }),
        ...(isRequestFault(answer.refusalReasonCode) && {
          requestFault: `refusal code ${answer.refusalReasonCode}`,
        }),
        ...cardOf(answer),
        ...named(answer),
      })
    case 'Pending':
    case 'Received':
      return outcome({ status: 'processing', ...named(answer) })
    default:
      return {
        says: 'open',
        why: RESULT_CODE.test(resultCode) ? resultCode : 'no result',
        ...release,
      }
  }
}

function outcome(told: ProcessorOutcome): PaymentReading {
  return { says: 'outcome', outcome: told }
}

/** Undefined without its reference, or with an amount that we cannot express: never rounded, never guessed. */
function readAuthorised(
  answer: PaymentAnswer,
  { account, now, ...asked }: Asked,
): PaymentReading | undefined {
  const { amount, pspReference } = answer
  const authorizedMinor = amount === undefined ? asked.amountMinor : readAmount(amount)
  if (pspReference === undefined || authorizedMinor === undefined || authorizedMinor === 0)
    return undefined
  const code = answer.additionalData?.authCode
  const { references, state } = named(answer)
  return outcome({
    status: 'authorized',
    authorizedMinor,
    currency: amount?.currency ?? asked.currency,
    captureBefore: holdEnd(account, now),
    ...cardOf(answer),
    references: { ...references, ...(isAuthCode(code) && { authorizationCode: code }) },
    state,
  })
}

function isRedirect({ action }: PaymentAnswer, account: Asked['account']): boolean {
  if (action?.type !== 'redirect' || action.method !== 'GET') return false
  const hasData = typeof action.data === 'object' && Object.keys(action.data ?? {}).length > 0
  return !hasData && action.url !== undefined && isRedirectAllowed(account, action.url)
}

/** The names of a payment, and what is kept of it for later calls. */
function named({ pspReference: psp, resultCode = '' }: PaymentAnswer) {
  return {
    ...(psp !== undefined && { references: { processorReference: psp } }),
    state: { ...(psp !== undefined && { psp }), result: resultCode },
  }
}

/** Adyen names these brands as we do, but for one. */
const BRANDS: ReadonlyMap<string, CardBrand> = new Map([
  ...CARD_BRANDS.map((brand) => [brand, brand] as const),
  ['mc', 'mastercard'],
])

function cardOf({ additionalData = {}, paymentMethod }: PaymentAnswer) {
  const lastFour = additionalData.cardSummary
  if (typeof lastFour !== 'string' || !/^\d{4}$/.test(lastFour)) return {}
  const brand = paymentMethod?.brand ?? additionalData.paymentMethod
  return { card: { brand: BRANDS.get(String(brand)) ?? null, lastFour } }
}

function isAuthCode(code: unknown): code is string {
  return typeof code === 'string' && /^[A-Za-z0-9]{1,20}$/.test(code)
}
