import type { BadDay } from './bad-days.ts'
import { CHALLENGED, openCard } from './card.ts'
import { DAY_MS, HOUR_MS, schedule, SECOND_MS, type Adyen } from './deps.ts'
import { pspReference, redirectResult } from './ids.ts'
import { book } from './ledger.ts'
import type { Merchant } from './merchants.ts'
import type { Amount, Choice, Payment, Result } from './records.ts'
import {
  DECLINED,
  EXPIRED_CARD,
  NOT_AUTHENTICATED,
  refusalOfCode,
  refusalOfHolder,
} from './refusals.ts'
import { DetailsRequest, PaymentRequest, readRequest } from './requests.ts'
import { alreadyAsked, ServiceError } from './service-error.ts'
import { tell } from './tell.ts'

/** "For cards, offers expire after 12 hours by default" (Webhooks-v1). */
const OFFER_MS = 12 * HOUR_MS
const LATE_SECONDS = 7

/** `POST /payments`: a card, with or without a challenge. */
export async function makePayment(
  adyen: Adyen,
  merchant: Merchant,
  body: unknown,
): Promise<object> {
  const request = readRequest(PaymentRequest, body)
  if (request.amount.value === 0) throw new ServiceError(422, '137', 'Invalid amount specified')
  const now = adyen.clock()
  const { number, isExpired, ...card } = await openCard(request.paymentMethod, merchant, now)
  const wanted = isExpired
    ? EXPIRED_CARD
    : (refusalOfHolder(card.holderName)?.code ??
      request.additionalData?.['RequestedTestAcquirerResponseCode'])
  const payment: Payment = {
    pspReference: pspReference(adyen.random),
    merchantAccount: merchant.account,
    reference: request.reference,
    amount: request.amount,
    card,
    isSale: merchant.saleBrands.includes(card.brand),
    createdAt: now.toISOString(),
    ...(wanted !== undefined && { wantedRefusal: wanted }),
  }
  if (isChallenged(number, request)) return challenge(adyen, payment, request.returnUrl)
  return answerOf(adyen, authorise(adyen, merchant, payment))
}

function isChallenged(number: string, { authenticationData }: PaymentRequest): boolean {
  const asked = authenticationData?.attemptAuthentication
  return asked === 'always' || (asked !== 'never' && CHALLENGED.has(number))
}

function challenge(adyen: Adyen, payment: Payment, returnUrl: string): object {
  const offer = { id: redirectResult(adyen.random, 40).replaceAll(/\W/g, ''), returnUrl }
  adyen.tables.payments.put(payment.pspReference, { ...payment, offer })
  schedule(adyen, 'close offer', payment.pspReference, OFFER_MS)
  const url = new URL('/checkoutshopper/threeDS/redirect', adyen.shopperUrl)
  url.searchParams.set('redirectData', offer.id)
  return {
    resultCode: 'RedirectShopper',
    action: { type: 'redirect', method: 'GET', paymentMethodType: 'scheme', url: url.href },
    ...(adyen.variant.pspReferenceOfRedirect === 'present' && {
      pspReference: payment.pspReference,
    }),
  }
}

/** What the shopper does with a challenge. Returns where the browser goes; undefined where it stays. */
export function answerChallenge(
  adyen: Adyen,
  { pspReference: key, offer, ...rest }: Payment,
  choice: Choice,
  length: number = adyen.variant.redirectResult,
): string | undefined {
  if (offer === undefined || choice === 'close') return undefined
  const result = redirectResult(adyen.random, length)
  const payment: Payment = {
    pspReference: key,
    ...rest,
    offer: { ...offer, choice, redirectResult: result },
  }
  adyen.tables.payments.put(key, payment)
  if (choice === 'pass' && adyen.variant.authorisedBy === 'page') finish(adyen, payment)
  const url = new URL(offer.returnUrl)
  url.searchParams.set('redirectResult', result)
  return url.href
}

/** `POST /payments/details`: the result that the shopper brought back. */
export async function answerDetails(
  adyen: Adyen,
  merchant: Merchant,
  body: unknown,
): Promise<object> {
  const { details } = readRequest(DetailsRequest, body)
  const found = adyen.tables.payments
    .where('redirectResult', details.redirectResult)
    .find(([, payment]) => isOf(merchant, payment, adyen))
  const payment = found?.[1]
  if (payment?.offer === undefined)
    // The code is a belief: no document names one for a result that is not known.
    throw new ServiceError(422, '14_018', 'Invalid payload provided')
  if (payment.offer.isAnswered === true && adyen.variant.detailsAgain === '704')
    throw alreadyAsked()
  const done = payment.result === undefined ? finish(adyen, payment) : payment
  const answered: Payment = { ...done, offer: { ...payment.offer, isAnswered: true } }
  adyen.tables.payments.put(payment.pspReference, answered)
  return answerOf(adyen, answered)
}

function isOf({ company }: Merchant, { merchantAccount }: Payment, adyen: Adyen): boolean {
  return adyen.merchants.some(
    (merchant) => merchant.account === merchantAccount && merchant.company === company,
  )
}

/** Ends a challenge by the shopper's choice. */
function finish(adyen: Adyen, payment: Payment): Payment {
  const merchant = merchantOf(adyen, payment)
  return payment.offer?.choice === 'pass'
    ? authorise(adyen, merchant, payment)
    : refuse(adyen, payment, NOT_AUTHENTICATED)
}

/** The issuer's decision, which a bad day may spoil. */
function authorise(adyen: Adyen, merchant: Merchant, payment: Payment): Payment {
  const code = payment.wantedRefusal
  if (code !== undefined) return refuse(adyen, payment, code)
  const day = adyen.badDays.draw('authorisation')
  switch (day) {
    case 'refused, authorised after 7 seconds':
    case 'refused, authorised after 2 hours': {
      const inMs = day.endsWith('hours') ? 2 * HOUR_MS : LATE_SECONDS * SECOND_MS
      schedule(adyen, 'authorise', payment.pspReference, inMs)
      return refuse(adyen, payment, DECLINED)
    }
    case 'twice': {
      const again = { ...payment, pspReference: pspReference(adyen.random) }
      delete again.offer
      accept(adyen, merchant, again)
      return accept(adyen, merchant, payment)
    }
    case 'other amount':
      return accept(adyen, merchant, withAmount(payment, payment.amount.value - 1))
    case 'partial':
      return accept(adyen, merchant, withAmount(payment, Math.ceil(payment.amount.value / 2)), day)
    case 'sale':
      return accept(adyen, merchant, { ...payment, isSale: true })
    case 'webhook first':
    case 'never told':
    case undefined:
      return accept(adyen, merchant, payment, day)
  }
}

function withAmount(payment: Payment, value: number): Payment {
  return { ...payment, authorised: { ...payment.amount, value: Math.max(value, 1) } }
}

/** Authorises a payment, books and tells it. */
export function accept(
  adyen: Adyen,
  merchant: Merchant,
  payment: Payment,
  day?: BadDay<'authorisation'>,
): Payment {
  const resultCode = day === 'partial' ? 'PartiallyAuthorised' : 'Authorised'
  const isToldFirst = day === 'webhook first'
  const accepted: Payment = {
    ...payment,
    result: { resultCode },
    ...(isToldFirst && { isToldFirst }),
  }
  const amount = accepted.authorised ?? accepted.amount
  adyen.tables.payments.put(payment.pspReference, accepted)
  book(adyen, accepted, 'authorised', amount.value)
  if (accepted.isSale) book(adyen, accepted, 'captured', amount.value)
  else schedule(adyen, 'expire', payment.pspReference, merchant.holdDays * DAY_MS)
  if (day !== 'never told') tellAuthorisation(adyen, accepted, amount)
  return accepted
}

function refuse(adyen: Adyen, payment: Payment, code: string): Payment {
  const resultCode = refusalOfCode(code)?.resultCode ?? 'Refused'
  const result: Result = { resultCode, refusalReasonCode: code }
  const refused: Payment = { ...payment, result }
  adyen.tables.payments.put(payment.pspReference, refused)
  tellAuthorisation(adyen, refused, payment.amount)
  return refused
}

function tellAuthorisation(adyen: Adyen, payment: Payment, amount: Amount): void {
  const { card, result, isSale } = payment
  const code = result?.refusalReasonCode
  tell(adyen, payment, {
    eventCode: 'AUTHORISATION',
    pspReference: payment.pspReference,
    amount,
    success: code === undefined,
    // As Webhooks-v1 has it: the code, the last four digits and the expiry, or why it failed.
    reason:
      code === undefined
        ? `${authCodeOf(payment)}:${card.lastFour}:${card.expiry}`
        : (refusalOfCode(code)?.reason ?? 'Refused'),
    operations: code === undefined ? ['CANCEL', 'CAPTURE', 'REFUND'] : [],
    additionalData: { networkProcessingMode: isSale ? 'sale' : 'auth' },
  })
}

function authCodeOf({ pspReference: reference }: Payment): string {
  const number = Number.parseInt(reference, 36) % 1_000_000
  return String(number).padStart(6, '0')
}

/** `PaymentResponse`, or `PaymentDetailsResponse`, of a payment that has ended. */
async function answerOf(
  adyen: Adyen,
  { pspReference: psp, reference, card, result, ...payment }: Payment,
): Promise<object> {
  if (payment.isToldFirst === true) await adyen.runDue()
  const code = result?.refusalReasonCode
  return {
    pspReference: psp,
    resultCode: result?.resultCode,
    merchantReference: reference,
    amount: payment.authorised ?? payment.amount,
    paymentMethod: { brand: card.brand, type: 'scheme' },
    ...(code !== undefined && {
      refusalReason: refusalOfCode(code)?.reason ?? 'Refused',
      refusalReasonCode: code,
    }),
  }
}

export function merchantOf({ merchants }: Adyen, { merchantAccount }: Payment): Merchant {
  const found = merchants.find(({ account }) => account === merchantAccount)
  if (found === undefined) throw new RangeError(`there is no merchant account ${merchantAccount}`)
  return found
}
