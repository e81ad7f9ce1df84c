import { LIMITS } from '../contract/limits.ts'
import type { Refused } from './problem.ts'

export type ReadJson = { ok: true; value: unknown } | { ok: false; refused: Refused }

const TOO_LARGE: ReadJson = { ok: false, refused: { status: 413, code: 'body_too_large' } }
const NOT_JSON: ReadJson = { ok: false, refused: { status: 415, code: 'unsupported_media_type' } }
const MALFORMED: ReadJson = { ok: false, refused: { status: 400, code: 'malformed_json' } }

/** The body of a call, which must say that it is JSON: a form of another site cannot. */
export async function readJson(request: Request): Promise<ReadJson> {
  const contentType = request.headers.get('content-type') ?? ''
  if (!/^application\/json\s*(;|$)/i.test(contentType)) return NOT_JSON
  const text = await readText(request)
  if (text === undefined) return TOO_LARGE
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch {
    return MALFORMED
  }
}

/** `undefined` as soon as there is more than a body may have, however much would follow. */
async function readText(request: Request): Promise<string | undefined> {
  if (Number(request.headers.get('content-length') ?? 0) > LIMITS.bodyBytesMax) return undefined
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of request.body ?? []) {
    bytes += chunk.length
    if (bytes > LIMITS.bodyBytesMax) return undefined
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
