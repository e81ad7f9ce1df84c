import { sealCardTo } from '#domain/methods/card/seal-card-to.ts'
import type { EncryptCard } from './seal-card.ts'

const { subtle } = crypto
const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))

/** Encrypts a card as the processor's key says, with WebCrypto. */
export const sealByBrowser: EncryptCard = (card, key, now) =>
  sealCardTo(card, key, { subtle, random, now })
