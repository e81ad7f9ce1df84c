import type { Checkout } from '../../contract/checkout.ts'
import { fieldErrorsOf } from '../../contract/field-errors.ts'
import { LIMITS } from '../../contract/limits.ts'
import {
  ComposedMerchant,
  type Composition,
  PLACEHOLDER_MERCHANT_ID,
} from '../../contract/preview.ts'
import type { FieldError } from '../../contract/problem.ts'
import { CreateSession } from '../../contract/session.ts'
import { installmentOptions } from '../../domain/installments.ts'
import { takesCards } from '../../domain/methods/methods.ts'
import { problemsOfSession } from '../../domain/session-problems.ts'
import { totalOf } from '../../domain/totals.ts'

const CURRENCY_DEFAULT = 'BRL'
/** A placeholder that encrypts nothing: the card's frame gets the processor's key. */
const CARD_KEY = { kid: 'preview', kty: 'RSA', n: 'AQAB', e: 'AQAB' } as const

export type Composed = { ok: true; checkout: Checkout } | { ok: false; errors: FieldError[] }

interface Surroundings {
  now: Date
  /** Replaces the composed return URLs, so that a preview never leads to an address from its own link. */
  awayUrl: string
}

/** The open session that a composition would create, or all its errors, by the API's own rules. */
export function composeCheckout(
  { merchant, session }: Composition,
  { now, awayUrl }: Surroundings,
): Composed {
  const request = { ...session, merchantId: merchant.id ?? PLACEHOLDER_MERCHANT_ID }
  const parsedMerchant = ComposedMerchant.safeParse(merchant)
  const body = CreateSession.safeParse(request)
  const errors = parsedMerchant.success
    ? []
    : ofMerchant(fieldErrorsOf(parsedMerchant.error, merchant))
  if (!body.success)
    return { ok: false, errors: [...errors, ...fieldErrorsOf(body.error, request)] }

  const currency = body.data.currency ?? CURRENCY_DEFAULT
  const total = totalOf(body.data)
  errors.push(...(total.ok ? [] : total.errors), ...problemsOfSession(body.data, currency))
  if (!parsedMerchant.success || !total.ok || errors.length > 0) return { ok: false, errors }
  return {
    ok: true,
    checkout: openCheckout(parsedMerchant.data, body.data, {
      currency,
      amount: total.amountMinor,
      now,
      awayUrl,
    }),
  }
}

function ofMerchant(errors: FieldError[]): FieldError[] {
  return errors.map((error) => ({ ...error, path: `merchant.${error.path}` }))
}

function openCheckout(
  merchant: ComposedMerchant,
  body: CreateSession,
  { currency, amount, now, awayUrl }: Surroundings & { currency: string; amount: number },
): Checkout {
  return {
    object: 'checkout',
    environment: 'sandbox',
    version: 1,
    now: now.toISOString(),
    clockFrozen: false,
    status: 'open',
    detailsWithheld: false,
    paymentStatus: 'unpaid',
    paidLate: false,
    merchant: {
      name: merchant.name,
      country: merchant.country,
      brand: {
        color: merchant.color ?? null,
        logoUrl: merchant.logoUrl ?? null,
        radiusPx: merchant.radiusPx ?? null,
      },
    },
    currency,
    amount,
    amountRefunded: 0,
    lineItems: body.lineItems ?? [],
    discounts: body.discounts,
    shipping: body.shipping ?? null,
    tax: body.tax ?? null,
    orderReference: body.orderReference ?? null,
    description: body.description ?? null,
    customer: body.customer ?? null,
    collect: body.collect,
    locale: body.locale,
    paymentMethods: body.paymentMethods,
    installments: body.installments ? installmentOptions(amount, body.installments) : null,
    expiresAt: new Date(now.getTime() + body.expiresInSeconds * 1000).toISOString(),
    payment: null,
    attemptsLeft: LIMITS.paymentAttemptsPerSessionMax,
    cardEncryptionKey: takesCards(body.paymentMethods) ? CARD_KEY : null,
    receiptEmail: null,
    merchantNotified: false,
    successUrl: body.successUrl === undefined ? null : awayUrl,
    cancelUrl: body.cancelUrl === undefined ? null : awayUrl,
  }
}
