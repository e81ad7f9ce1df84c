import { constants, createCipheriv, publicEncrypt, randomBytes } from 'node:crypto'
import { cardCertificate } from '#sandbox/fakes/adyen/merchants.ts'
import { CHALLENGED_VISA, MAESTRO, plainCard, VISA } from '../../testing/adyen-fake.ts'
import type { Card } from '../shared/test-cards.ts'

const APPROVED = 'Maria Silva'
const DECLINED = 'DECLINED'
const KEY_BYTES = 32
const IV_BYTES = 12

/** Cards of Adyen's test environment, by what the simulator's of these names do. Some holders' names are refused. */
const CARDS: Readonly<Record<Card, readonly [number: string, holderName: string]>> = {
  approved: [VISA, APPROVED],
  declined: [VISA, DECLINED],
  challenged: [CHALLENGED_VISA, APPROVED],
  // Their networks take the money at once.
  processed: [MAESTRO, APPROVED],
  undecided: [CHALLENGED_VISA, DECLINED],
}

/** Encrypts a test card as the fake's account wants it, in one piece of work: schedules draw it within a step. */
export function sealAdyenCard(card: Card, now: Date): string {
  const [number, holderName] = CARDS[card]
  const plain = plainCard({ number, holderName, sealedAt: now })
  const header = base64url(JSON.stringify({ alg: 'RSA-OAEP-256', enc: 'A256GCM', version: '1' }))
  const key = randomBytes(KEY_BYTES)
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(header))
  const encrypted = Buffer.concat([cipher.update(plain), cipher.final()])
  const wrapped = publicEncrypt(
    {
      key: cardCertificate().certificate.publicKey,
      padding: constants.RSA_PKCS1_OAEP_PADDING,
      oaepHash: 'sha256',
    },
    key,
  )
  return [header, ...[wrapped, iv, encrypted, cipher.getAuthTag()].map(base64url)].join('.')
}

function base64url(bytes: string | Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}
