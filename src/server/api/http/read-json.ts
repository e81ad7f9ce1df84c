import { LIMITS } from '#contract/limits.ts'
import { refuse, type Refused } from '../../service/outcome.ts'
import { hasRepeatedField, lengthOutsideOfStrings } from './repeated-field.ts'

export interface JsonBody {
  outcome: 'read'
  bytes: Uint8Array
  value: unknown
}

const tooLarge = (bytesMax: number) =>
  refuse('body_too_large', `The body of this call may have at most ${bytesMax} bytes.`)
/** Bytes outside of strings. */
const VALUES_MAX = LIMITS.bodyBytesMax
const TOO_MANY_VALUES = refuse(
  'body_too_large',
  `Outside of its texts a body may have at most ${VALUES_MAX} bytes.`,
)
const MALFORMED = refuse('malformed_json', 'The body is not valid JSON in UTF-8.')
const REPEATED = refuse('malformed_json', 'The body names a field twice in one object.')
// A byte order mark is not JSON: kept, so that the parser refuses it.
const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const JSON_TYPE = /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i

/**
 * Parses a body of JSON from `readBytes`. A body of no bytes counts as `{}`.
 *
 * Synchronous, so that a caller that validates at once keeps one parsed body in memory, not one per
 * request: 64 KiB outside of strings can become 0.7 MB of objects, and bodies that arrive together are read together.
 */
export function parseJson(
  { headers }: Pick<Request, 'headers'>,
  bytes: Uint8Array | undefined,
  bytesMax: number = LIMITS.bodyBytesMax,
): JsonBody | Refused {
  if (bytes === undefined) return tooLarge(bytesMax)
  if (bytes.length === 0) return { outcome: 'read', bytes, value: {} }
  if (!JSON_TYPE.test(headers.get('content-type') ?? '') || headers.has('content-encoding'))
    return refuse(
      'unsupported_media_type',
      'Send the body as application/json in UTF-8, uncompressed.',
    )
  try {
    const text = UTF_8.decode(bytes)
    // guard: values-of-a-body
    if (bytes.length > VALUES_MAX && lengthOutsideOfStrings(text) > VALUES_MAX)
      return TOO_MANY_VALUES
    const value: unknown = JSON.parse(text)
    return hasRepeatedField(text, value) ? REPEATED : { outcome: 'read', bytes, value }
  } catch {
    return MALFORMED
  }
}

/** The body, or `undefined` as soon as it exceeds the limit, so that an endless body is not buffered. */
export async function readBytes(
  request: Request,
  bytesMax: number = LIMITS.bodyBytesMax,
): Promise<Uint8Array | undefined> {
  const declared = request.headers.get('content-length')
  if (declared !== null) {
    if (Number(declared) > bytesMax) return undefined
    const bytes = new Uint8Array(await request.arrayBuffer())
    return bytes.length > bytesMax ? undefined : bytes
  }
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body ?? []) {
    length += chunk.length
    if (length > bytesMax) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
