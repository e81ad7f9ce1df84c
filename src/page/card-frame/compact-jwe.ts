import { encodeBase64Url } from '#domain/base64.ts'

export const ENCRYPTION = 'A256GCM'
const IV_BYTES = 12
const TAG_BYTES = 16

/** A compact JWE (RFC 7516) with A256GCM of a JSON value. The encrypted key is empty with direct key agreement (ECDH-ES). */
export async function compactJwe(
  header: object,
  { contentKey, encryptedKey }: { contentKey: CryptoKey; encryptedKey: ArrayBuffer },
  content: object,
): Promise<string> {
  const head = encodeBase64Url(utf8(JSON.stringify(header)))
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const sealed = new Uint8Array(
    await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv, additionalData: utf8(head), tagLength: TAG_BYTES * 8 },
      contentKey,
      utf8(JSON.stringify(content)),
    ),
  )
  const parts = [
    new Uint8Array(encryptedKey),
    iv,
    sealed.subarray(0, -TAG_BYTES),
    sealed.subarray(-TAG_BYTES),
  ]
  return [head, ...parts.map(encodeBase64Url)].join('.')
}

export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}
