/** Base64 (RFC 4648, section 4) of a few bytes, padded. */
export function encodeBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}

/** The bytes of canonical Base64; undefined for any other encoding, so that each byte string has exactly one text. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  let binary: string
  try {
    binary = atob(text)
  } catch {
    return undefined
  }
  if (btoa(binary) !== text) return undefined
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

/** Base64url (RFC 4648, section 5) of a few bytes, without padding. */
export function encodeBase64Url(bytes: Uint8Array): string {
  return encodeBase64(bytes)
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '')
}

/** The bytes of canonical, unpadded Base64url; undefined for any other encoding. */
export function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]*$/.test(text)) return undefined
  const base64 = text.replaceAll('-', '+').replaceAll('_', '/')
  return decodeBase64(base64.padEnd(Math.ceil(base64.length / 4) * 4, '='))
}
