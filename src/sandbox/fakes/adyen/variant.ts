import type { Random } from './ids.ts'

/** What no document settles, and what a real account may do. The first of each is the plain fake's. */
const VARIANTS = {
  /** Whose `reference` the outcome of a capture or a reversal has. */
  captureReference: ['payment', 'request'],
  refundReference: ['request', 'payment'],
  /** The psp reference of a capture that is booked again after it failed. */
  recapture: ['same', 'other'],
  /** Another body under a kept idempotency key. */
  otherBody: ['first answer', '422', '704'],
  /** The same redirect result in a second request. */
  detailsAgain: ['answer', '704'],
  /** Whether the answer that redirects has the psp reference. */
  pspReferenceOfRedirect: ['absent', 'present'],
  /** What authorises a payment with a challenge. */
  authorisedBy: ['details', 'page'],
  success: ['text', 'boolean'],
  originalReference: ['absent', 'empty', 'lower case'],
  chargebackCurrency: ['own', 'EUR'],
  /** The rest of a hold of which a part was captured. */
  rest: ['silent', 'told'],
  itemsPerWebhook: [1, 6],
  /** How long a redirect result is. */
  redirectResult: [200, 18_000],
  keysKeptDays: [7, 14],
} as const

type Variants = typeof VARIANTS
export type Variant = { [Name in keyof Variants]: Variants[Name][number] }

/** The plain fake. */
export const PLAIN = variantBy(() => 0)

/** Draws one of each. */
export function drawVariant(random: Random): Variant {
  return variantBy((count) => Math.floor(random() * count))
}

/** The plain fake with one other behaviour at a time, each once. */
export function variantsOneByOne(): Partial<Variant>[] {
  return Object.entries(VARIANTS).flatMap(([name, [, ...others]]) =>
    others.map((other) => ({ [name]: other })),
  )
}

/** A choice of each, by a number below the count of its possibilities. */
export function variantBy(choose: (count: number) => number): Variant {
  const chosen = Object.entries(VARIANTS).map(
    ([name, all]) => [name, all[choose(all.length)]] as const,
  )
  return Object.fromEntries(chosen) as Variant
}
