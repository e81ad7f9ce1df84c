import type { HttpRefusal } from '#http/http-refusal.ts'
import { readText } from '#http/read-text.ts'

export type ReadFormBody =
  | { ok: true; fields: Readonly<Record<string, string>> }
  | { ok: false; refused: HttpRefusal }

/** Every field that a form of the page may contain. */
const FIELDS: ReadonlySet<string> = new Set([
  'token',
  'replaces',
  'email',
  'name',
  'tax-id',
  'phone',
  'country',
  'postal-code',
  'address-line1',
  'address-line2',
  'city',
  'state',
])
const TOO_LARGE: ReadFormBody = { ok: false, refused: { status: 413, code: 'body_too_large' } }
const NO_FORM: ReadFormBody = {
  ok: false,
  refused: { status: 415, code: 'unsupported_media_type' },
}
const MALFORMED: ReadFormBody = { ok: false, refused: { status: 400, code: 'malformed_form' } }

/** Parses a form whose fields are known and occur once. */
export async function readFormBody(request: Request): Promise<ReadFormBody> {
  const contentType = request.headers.get('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType)) return NO_FORM
  const text = await readText(request)
  if (text === undefined) return TOO_LARGE
  const entries = [...new URLSearchParams(text)]
  const names = entries.map(([name]) => name)
  const isOurs = new Set(names).size === names.length && names.every((name) => FIELDS.has(name))
  if (!isOurs) return MALFORMED
  return { ok: true, fields: Object.fromEntries(entries) }
}
