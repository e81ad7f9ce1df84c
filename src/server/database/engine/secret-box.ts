import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const VERSION = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16
const HEAD_BYTES = 1 + NONCE_BYTES

/** Authentication failed: another key, another owner, or a changed ciphertext. */
export class SealBroken extends Error {
  override name = 'SealBroken'

  constructor(options?: ErrorOptions) {
    super('The ciphertext cannot be decrypted with this key and owner', options)
  }
}

/**
 * Encrypts with AES-256-GCM: version, nonce, ciphertext, tag. `boundTo` is the additional authenticated data: a
 * ciphertext copied into another owner's row does not decrypt.
 */
export function seal(key: Uint8Array, plaintext: string, boundTo: string): Buffer {
  // The nonce is not an argument: with GCM, a repeated nonce breaks both secrecy and authenticity.
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(boundTo))
  const ciphertext = [cipher.update(plaintext, 'utf8'), cipher.final()]
  return Buffer.concat([Buffer.of(VERSION), nonce, ...ciphertext, cipher.getAuthTag()])
}

/** Decrypts with the first key that fits; throws `SealBroken` when none does. */
export function openWithAny(keys: readonly Uint8Array[], box: Uint8Array, boundTo: string): string {
  for (const key of keys) {
    const plaintext = tryOpen(key, box, boundTo)
    if (plaintext !== undefined) return plaintext
  }
  throw new SealBroken()
}

export function tryOpen(key: Uint8Array, box: Uint8Array, boundTo: string): string | undefined {
  try {
    return open(key, box, boundTo)
  } catch (error) {
    if (error instanceof SealBroken) return undefined
    throw error
  }
}

/** Decrypts; throws `SealBroken` when key, `boundTo` or any byte of the box differs. */
export function open(key: Uint8Array, box: Uint8Array, boundTo: string): string {
  if (box[0] !== VERSION || box.length < HEAD_BYTES + TAG_BYTES) throw new SealBroken()
  const nonce = box.subarray(1, HEAD_BYTES)
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(boundTo))
  decipher.setAuthTag(box.subarray(-TAG_BYTES))
  const plaintext = decipher.update(box.subarray(HEAD_BYTES, -TAG_BYTES))
  try {
    return Buffer.concat([plaintext, decipher.final()]).toString('utf8')
  } catch (cause) {
    throw new SealBroken({ cause })
  }
}
