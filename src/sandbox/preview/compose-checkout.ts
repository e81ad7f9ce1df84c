import type { Checkout } from '#contract/checkout.ts'
import { parseFields } from '#contract/field-errors.ts'
import { LIMITS } from '#contract/limits.ts'
import { NO_MERCHANT_FACTS } from '#contract/merchant.ts'
import { ComposedMerchant, type Composition, PLACEHOLDER_MERCHANT_ID } from '#contract/preview.ts'
import type { FieldProblem } from '#contract/problem.ts'
import { CreateSession } from '#contract/session.ts'
import { discountedMethods, plansOf, problemsOfDiscounts } from '#domain/method-discounts.ts'
import { defaultMethods } from '#domain/methods/default-methods.ts'
import { takesCards } from '#domain/methods/methods.ts'
import { problemsOfSession } from '#domain/session-problems.ts'
import { totalOf } from '#domain/totals.ts'

const CURRENCY_DEFAULT = 'BRL'
/** A placeholder that encrypts nothing: the card's frame gets the processor's key. */
const CARD_KEY = { kid: 'preview', kty: 'RSA', n: 'AQAB', e: 'AQAB' } as const

export type Composed = { ok: true; checkout: Checkout } | { ok: false; errors: FieldProblem[] }

interface Deps {
  now: Date
  /** Replaces the composed return URLs, so that a preview never leads to an address from its own link. */
  awayUrl: string
}

/** The open session that a composition would create, or all its errors, by the API's own rules. */
export function composeCheckout(
  { merchant, session }: Composition,
  { now, awayUrl }: Deps,
): Composed {
  const request = { ...session, merchantId: merchant.id ?? PLACEHOLDER_MERCHANT_ID }
  const parsedMerchant = parseFields(ComposedMerchant, merchant)
  const body = parseFields(CreateSession, request)
  const errors: FieldProblem[] = parsedMerchant.ok ? [] : ofMerchant(parsedMerchant.errors)
  if (!body.ok) return { ok: false, errors: [...errors, ...body.errors] }

  const currency = body.value.currency ?? CURRENCY_DEFAULT
  const total = totalOf(body.value, currency)
  const { captureMethod } = body.value
  const amountMinor = total.ok ? total.amountMinor : undefined
  const discounts = body.value.paymentMethodDiscounts
  const asked = { currency, amountMinor, captureMethod, discounts }
  const paymentMethods = body.value.paymentMethods ?? defaultMethods(asked)
  errors.push(
    ...(total.ok ? [] : total.errors),
    ...problemsOfSession({ ...body.value, paymentMethods }, asked),
    ...problemsOfDiscounts(discounts, { paymentMethods, amountMinor }),
  )
  if (!parsedMerchant.ok || !total.ok || errors.length > 0) return { ok: false, errors }
  return {
    ok: true,
    checkout: openCheckout(
      parsedMerchant.value,
      { ...body.value, paymentMethods },
      {
        currency,
        amount: total.amountMinor,
        now,
        awayUrl,
      },
    ),
  }
}

function ofMerchant(errors: FieldProblem[]): FieldProblem[] {
  return errors.map((error) => ({ ...error, path: `merchant.${error.path}` }))
}

function openCheckout(
  merchant: ComposedMerchant,
  body: CreateSession & Pick<Checkout, 'paymentMethods'>,
  { currency, amount, now, awayUrl }: Deps & { currency: string; amount: number },
): Checkout {
  const details = { ...body, installments: body.installments ?? null }
  const priced = { amountMinor: amount, details }
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
      ...NO_MERCHANT_FACTS,
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
    refunds: [],
    amountUndelivered: 0,
    amountReversed: 0,
    amountReinstated: 0,
    lineItems: body.lineItems ?? [],
    discounts: body.discounts,
    shipping: body.shipping ?? null,
    tax: body.tax ?? null,
    orderReference: body.orderReference ?? null,
    description: body.description ?? null,
    customer: body.customer ?? null,
    collect: body.collect,
    locale: body.locale,
    captureMethod: body.captureMethod ?? 'automatic',
    paymentMethods: body.paymentMethods,
    paymentMethodDiscounts: discountedMethods(priced),
    installments: plansOf(priced),
    expiresAt: new Date(now.getTime() + body.expiresInSeconds * 1000).toISOString(),
    payment: null,
    attemptsLeft: LIMITS.paymentAttemptsPerSessionMax,
    cardEncryptionKey: takesCards(body.paymentMethods) ? CARD_KEY : null,
    challengeFrameOrigins: [],
    receiptEmail: null,
    emailsReceipts: false,
    notifiesMerchant: true,
    merchantNotified: false,
    successUrl: body.successUrl === undefined ? null : awayUrl,
    cancelUrl: body.cancelUrl === undefined ? null : awayUrl,
  }
}
