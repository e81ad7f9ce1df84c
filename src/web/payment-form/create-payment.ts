import type { CardDetails, CreatePaymentInput } from '../../contract/checkout.ts'
import type { PageCheckout } from '../../contract/page.ts'
import type { Customer } from '../../contract/session.ts'
import { brandOf } from '../../domain/card-number.ts'
import { parseExpiry } from '../../domain/expiry.ts'
import { normalizeTaxId } from '../../domain/tax-id.ts'
import { encryptCard } from '../card/encrypt-card.ts'
import type { Draft } from './draft.ts'
import { type FieldName, type FieldValues, wantedFields } from './fields.ts'
import { toPhoneNumber } from './phone.ts'
import { digitsOf } from './rules.ts'

const LAST_DIGITS = 4

/** The body that pays: from fields that are all right, the card as ciphertext only. */
export async function createPayment(
  { method, values }: Draft,
  checkout: PageCheckout,
  replacePaymentId: string | null,
): Promise<CreatePaymentInput> {
  const asked = new Set(wantedFields(checkout, method, values).map(({ name }) => name))
  const attempt = {
    customer: customerOf(values, asked),
    ...(replacePaymentId !== null && { replacePaymentId }),
  }
  if (method !== 'card') return { method, ...attempt }

  const number = digitsOf(values['card-number'] ?? '')
  if (checkout.cardEncryptionKey === null) throw new Error('the session takes no cards')
  return {
    method,
    card: {
      encrypted: await encryptCard(cardDetailsOf(number, values), checkout.cardEncryptionKey),
      brand: brandOf(number) ?? null,
      lastFour: number.slice(-LAST_DIGITS),
    },
    installments: Number(values.installments ?? 1),
    ...attempt,
  }
}

function cardDetailsOf(number: string, values: FieldValues): CardDetails {
  const expiry = parseExpiry(values['card-expiry'] ?? '')
  if (expiry === undefined) throw new Error('the expiry date was not checked')
  return {
    number,
    expiryMonth: expiry.month,
    expiryYear: expiry.year,
    securityCode: values['card-code'] ?? '',
    name: values['card-name']?.trim() ?? '',
  }
}

/** Who pays, of the fields that were asked for. */
export function customerOf(values: FieldValues, asked: ReadonlySet<FieldName>): Customer {
  const given = (name: FieldName) => (asked.has(name) && values[name]?.trim()) || undefined
  const [email, name, taxId] = [given('email'), given('name'), given('tax-id')]
  const phone = toPhoneNumber(given('phone') ?? '')
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
  const [line1, line2] = [given('address-line1'), given('address-line2')]
  const [postalCode, city, state] = [given('postal-code'), given('city'), given('state')]
  const country = given('country')
  if (!line1 || !postalCode || !city || !country) return undefined
  return { line1, ...(line2 && { line2 }), postalCode, city, ...(state && { state }), country }
}
