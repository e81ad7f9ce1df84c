import type { CreatePaymentInput } from '#contract/checkout.ts'
import type { PageCheckout, PagePayment } from '#contract/page.ts'
import type { Customer } from '#contract/session.ts'
import { normalizeTaxId } from '#domain/tax-id.ts'
import type { Sealed } from '../card/card-link.ts'
import { CHARGES } from '../methods/charges.ts'
import type { Draft } from './draft.ts'
import { type FieldName, type FieldValues, wantedFields } from './required-fields.ts'
import { phoneToSend } from './phone.ts'
import { joinStreet } from './street-line.ts'
import { regionCode } from '#domain/regions.ts'

/** A valid draft and, for a card, its envelope. */
export interface Payable {
  draft: Draft
  card: Sealed | null
  /** The idempotency key that the card is sealed for. */
  idempotencyKey: string
  /** A new envelope for the same payment; `null` when the frame gives none. */
  sealAgain: () => Promise<Sealed | null>
  /** The answer to a request that was sent before hydration; undefined once it is taken. */
  takeAnswer?: () => Promise<PageCheckout> | undefined
}

/** The live payment that another one replaces. */
export function paymentToReplace({ payment }: PageCheckout): PagePayment | null {
  return payment?.status === 'requires_action' ? payment : null
}

const KEY_BYTES = 16

/** Creates an idempotency key for one submit; retries keep it. `randomUUID` is absent on plain http. */
export function newIdempotencyKey(): string {
  return crypto.getRandomValues(new Uint8Array(KEY_BYTES)).join('-')
}

/** The request body of a payment. */
export function createPayment(
  { draft: { method, values }, card }: Pick<Payable, 'draft' | 'card'>,
  checkout: PageCheckout,
  replacePaymentId: string | null,
): CreatePaymentInput {
  const asked = new Set(wantedFields(checkout, method, values).map(({ name }) => name))
  return {
    ...CHARGES[method](values, card),
    ...shopperOf(values, asked),
    ...(replacePaymentId !== null && { replacePaymentId }),
  }
}

/** The shopper's details, from the collected fields, and where a phone number is dialled that does not say so. */
export function shopperOf(
  values: FieldValues,
  asked: ReadonlySet<FieldName>,
): Pick<CreatePaymentInput, 'customer' | 'phoneCountry'> {
  const customer = customerOf(values, asked)
  const phoneCountry = customer.phone && !customer.phone.startsWith('+') && values.country
  return { customer, ...(phoneCountry && { phoneCountry }) }
}

function customerOf(values: FieldValues, asked: ReadonlySet<FieldName>): Customer {
  const given = (name: FieldName) => (asked.has(name) && values[name]?.trim()) || undefined
  const [email, name, taxId] = [given('email'), given('name'), given('tax-id')]
  const phone = phoneToSend(given('phone') ?? '', values.country ?? '')
  const billingAddress = addressOf(given)
  return {
    ...(email && { email }),
    ...(name && { name }),
    ...(taxId && { taxId: normalizeTaxId(taxId) }),
    ...(phone && { phone }),
    ...(billingAddress && { billingAddress }),
  }
}

function addressOf(given: (name: FieldName) => string | undefined) {
  const line1 = joinStreet(given('address-line1'), given('street-number'))
  const [line2, district] = [given('address-line2'), given('district')]
  const [postalCode, city, state] = [given('postal-code'), given('city'), given('state')]
  const country = given('country')
  if (!line1 || !city || !country) return undefined
  return {
    line1,
    ...(line2 && { line2 }),
    ...(district && { district }),
    ...(postalCode && { postalCode }),
    city,
    ...(state && { state: regionCode(state, country) }),
    country,
  }
}
