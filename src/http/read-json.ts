import type { HttpRefusal } from './http-refusal.ts'
import { readText } from './read-text.ts'

export type ReadJson = { ok: true; value: unknown } | { ok: false; refused: HttpRefusal }

const TOO_LARGE: ReadJson = { ok: false, refused: { status: 413, code: 'body_too_large' } }
const NOT_JSON: ReadJson = { ok: false, refused: { status: 415, code: 'unsupported_media_type' } }
const MALFORMED: ReadJson = { ok: false, refused: { status: 400, code: 'malformed_json' } }

/** Parses a JSON body. The content type is required: a cross-site form cannot send it (CSRF). */
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
