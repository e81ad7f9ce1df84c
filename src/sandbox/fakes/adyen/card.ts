import { createPrivateKey, type KeyObject, type X509Certificate } from 'node:crypto'
import { compactDecrypt, errors } from 'jose'
import { z } from 'zod'
import { brandOf, codeLengthOf, lengthsOf, luhnValid } from '#domain/methods/card/card-number.ts'
import { cardCertificate, type Merchant, type Sealing } from './merchants.ts'
import type { CardFacts } from './records.ts'
import type { SentCard } from './requests.ts'
import { ServiceError } from './service-error.ts'
import { DAY_MS } from './deps.ts'

const Plain = z.object({
  number: z.string(),
  expiryMonth: z.string(),
  expiryYear: z.string(),
  cvc: z.string(),
  holderName: z.string().optional(),
  generationtime: z.iso.datetime(),
})

export interface OpenedCard extends CardFacts {
  number: string
  /** Its last month is over. */
  isExpired: boolean
}

/** How long a sealed card can be used. The length is a belief, the error is documented. */
const SEALED_FOR_MS = DAY_MS
const PLACEHOLDER = 'test_'

/** Opens a card that was sealed as the account wants it, or reads the placeholders of tests. Throws a `ServiceError`. */
export async function openCard(sent: SentCard, merchant: Merchant, now: Date): Promise<OpenedCard> {
  const card =
    sent.encryptedCard === undefined
      ? placeholders(sent)
      : merchant.hasSealing
        ? await unseal(sent.encryptedCard, merchant.sealing, now)
        : undefined
  if (card === undefined) throw unreadable()
  const { number, expiryMonth, expiryYear, cvc } = card
  const brand = brandOf(number)
  const isNumber =
    /^\d{12,19}$/.test(number) &&
    luhnValid(number) &&
    (brand === undefined || lengthsOf(brand).includes(number.length))
  if (!isNumber) throw new ServiceError(422, '101', 'Invalid card number')
  if (!/^(?:0[1-9]|1[0-2])$/.test(expiryMonth) || !/^20\d\d$/.test(expiryYear))
    throw new ServiceError(422, '129', 'Expiry Date Invalid')
  const codeLength = brand === undefined ? 3 : codeLengthOf(brand)
  if (cvc.length !== codeLength || !/^\d+$/.test(cvc))
    throw new ServiceError(422, '103', 'CVC is not the right length')
  return {
    number,
    brand: ADYEN_BRANDS[brand ?? ''] ?? brand ?? 'maestro',
    lastFour: number.slice(-4),
    expiry: `${expiryMonth}/${expiryYear}`,
    holderName: sent.holderName ?? card.holderName ?? '',
    isExpired: now >= new Date(Date.UTC(Number(expiryYear), Number(expiryMonth))),
  }
}

/** Adyen's names of brands, where they are not ours. */
const ADYEN_BRANDS: Readonly<Record<string, string>> = { mastercard: 'mc', unionpay: 'cup' }

/** Numbers of Adyen's test cards for 3-D Secure 2. */
export const CHALLENGED = new Set([
  '4917610000000000',
  '4212345678910006',
  '5212345678901234',
  '5201281505129736',
])

type PlainCard = Omit<z.output<typeof Plain>, 'generationtime'>

function placeholders(sent: SentCard): PlainCard | undefined {
  const [number, expiryMonth, expiryYear, cvc] = [
    sent.encryptedCardNumber,
    sent.encryptedExpiryMonth,
    sent.encryptedExpiryYear,
    sent.encryptedSecurityCode,
  ].map((text) => (text?.startsWith(PLACEHOLDER) ? text.slice(PLACEHOLDER.length) : undefined))
  return number === undefined ||
    expiryMonth === undefined ||
    expiryYear === undefined ||
    cvc === undefined
    ? undefined
    : { number, expiryMonth, expiryYear, cvc }
}

async function unseal(jwe: string, sealing: Sealing, now: Date): Promise<PlainCard | undefined> {
  const { certificate, key } = keyPair()
  try {
    const { plaintext, protectedHeader } = await compactDecrypt(jwe, key, {
      keyManagementAlgorithms: [sealing.alg],
      contentEncryptionAlgorithms: [sealing.enc],
    })
    const { version, kid, ...header } = protectedHeader
    const isWanted =
      version === '1' &&
      kid === kidOf(certificate, sealing) &&
      Object.keys(header).every((name) => name === 'alg' || name === 'enc')
    const card = Plain.safeParse(parse(new TextDecoder().decode(plaintext))).data
    if (!isWanted || card === undefined) return undefined
    const ageMs = now.getTime() - new Date(card.generationtime).getTime()
    if (Math.abs(ageMs) > SEALED_FOR_MS)
      throw new ServiceError(422, '172', 'Encrypted data used outside of valid time period')
    return card
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}

/** The `kid` of a sealed card's header; undefined where the account wants none. */
export function kidOf(
  { fingerprint, fingerprint256 }: X509Certificate,
  { kid }: Pick<Sealing, 'kid'>,
): string | undefined {
  if (kid === 'none') return undefined
  const thumbprint = kid.startsWith('x5t#S256') ? fingerprint256 : fingerprint
  const bytes = Buffer.from(thumbprint.replaceAll(':', ''), 'hex')
  return bytes.toString(kid.endsWith('hex') ? 'hex' : 'base64url')
}

let opened: { certificate: X509Certificate; key: KeyObject } | undefined
function keyPair() {
  if (opened === undefined) {
    const { certificate, key } = cardCertificate()
    opened = { certificate, key: createPrivateKey(key) }
  }
  return opened
}

/** The public key in the form of the client key's endpoint: exponent and modulus in hexadecimal digits. */
export function publicKeyText(): string {
  const { n, e } = keyPair().certificate.publicKey.export({ format: 'jwk' })
  const hex = (text = '') => Buffer.from(text, 'base64url').toString('hex')
  return `${hex(e).replace(/^0+/, '')}|${hex(n).toUpperCase()}`
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The code is a belief: no document names one for a card that cannot be opened. */
function unreadable(): ServiceError {
  return new ServiceError(422, '174', 'Unable to decrypt data')
}
