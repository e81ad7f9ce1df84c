import type { CardDetails, CardEncryptionKey } from '../../contract/checkout.ts'
import { brandOf } from '../../domain/methods/card/card-number.ts'
import { parseExpiry } from '../../domain/methods/card/expiry.ts'
import { type CardValues, digitsOf } from './card-fields.ts'
import { encryptCard } from './encrypt-card.ts'
import type { FromFrame } from './protocol.ts'

const LAST_DIGITS = 4

/** The `sealed` message of a valid card: the JWE, brand and last four digits. */
export async function sealCard(
  id: number,
  values: CardValues,
  key: CardEncryptionKey,
): Promise<FromFrame> {
  const number = digitsOf(values['card-number'])
  return {
    type: 'sealed',
    id,
    encrypted: await encryptCard(cardDetailsOf(number, values), key),
    brand: brandOf(number) ?? null,
    lastFour: number.slice(-LAST_DIGITS),
  }
}

function cardDetailsOf(number: string, values: CardValues): CardDetails {
  const expiry = parseExpiry(values['card-expiry'])
  if (expiry === undefined) throw new Error('the expiry date was not checked')
  return {
    number,
    expiryMonth: expiry.month,
    expiryYear: expiry.year,
    securityCode: values['card-code'],
    name: values['card-name'].trim(),
  }
}
