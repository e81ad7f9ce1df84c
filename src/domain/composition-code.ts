import { Composition, PREVIEW_LIMITS } from '#contract/preview.ts'
import { decodeBase64Url, encodeBase64Url } from './base64.ts'

/** A composition as a URL parameter: JSON, deflated, in base64url. Undefined when it is longer than the limits. */
export async function encodeComposition(composition: Composition): Promise<string | undefined> {
  const json = new TextEncoder().encode(JSON.stringify(composition))
  if (json.length > PREVIEW_LIMITS.jsonLengthMax) return undefined
  const packed = new Blob([json]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  const code = encodeBase64Url(new Uint8Array(await new Response(packed).arrayBuffer()))
  return code.length > PREVIEW_LIMITS.codeLengthMax ? undefined : code
}

/** Decodes what `encodeComposition` made; undefined when malformed or longer than the limits. */
export async function decodeComposition(code: string): Promise<Composition | undefined> {
  if (code.length > PREVIEW_LIMITS.codeLengthMax) return undefined
  const packed = decodeBase64Url(code)
  if (packed === undefined) return undefined
  try {
    const json = await inflate(packed)
    return json === undefined ? undefined : Composition.parse(JSON.parse(json))
  } catch {
    return undefined
  }
}

/** Stops at the length limit: a short code may be a decompression bomb. */
async function inflate(packed: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  const reader = stream.getReader()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let json = ''
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return json + decoder.decode()
    length += value.length
    if (length > PREVIEW_LIMITS.jsonLengthMax) {
      await reader.cancel()
      return undefined
    }
    json += decoder.decode(value, { stream: true })
  }
}
