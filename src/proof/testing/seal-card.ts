import { CompactEncrypt, importJWK } from 'jose'
import type { CardDetails, CardEncryptionKey } from '../../contract/checkout.ts'

const CARD = { expiryMonth: 12, expiryYear: 2034, securityCode: '123', name: 'Maria Silva' }

/** An encrypted card, as the shopper's browser sends it. */
export async function sealCard(
  { kid, ...jwk }: CardEncryptionKey,
  number: string,
  changes: Partial<CardDetails> = {},
): Promise<string> {
  const card = JSON.stringify({ ...CARD, ...changes, number })
  return new CompactEncrypt(new TextEncoder().encode(card))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid })
    .encrypt(await importJWK(jwk, 'RSA-OAEP-256'))
}
