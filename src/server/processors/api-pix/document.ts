import type { ProcessorBasis } from '../processor.ts'
import { FIELDS } from './documented-fields.ts'

/** What the adapter was built against; `proof/documents/SOURCES.md` has the document's facts. */
export const DOCUMENT: Omit<ProcessorBasis, 'sources'> = {
  document: 'API Pix of the Banco Central do Brasil, github.com/bacen/pix-api@1f1b568',
  version: '2.9.0',
  readOn: '2026-11-22',
}

const DEPTH_MAX = 8
/** A name that can be shown: a key of JSON may be any text, also a person's. */
const NAME = /^[A-Za-z_]\w{0,39}$/

/**
 * The fields of an answer that the document does not have for its route, as `GET /pix: pix.novo`. Each once, names alone, never
 * a value; what lies below an unknown field is not looked at.
 */
export function unknownFieldsOf(
  { method, route }: { method: string; route: string },
  body: unknown,
): string[] {
  const known = FIELDS[route]
  if (known === undefined) return []
  const found = new Set<string>()
  collect(body, '', 0)
  return [...found].map((path) => `${method} ${route}: ${path}`)

  function collect(value: unknown, path: string, depth: number): void {
    if (depth > DEPTH_MAX || typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) {
      for (const item of value) collect(item, path, depth + 1)
      return
    }
    for (const [key, below] of Object.entries(value)) {
      const own = path === '' ? key : `${path}.${key}`
      if (known?.has(own) === true) collect(below, own, depth + 1)
      else found.add(NAME.test(key) ? own : `${path === '' ? '' : `${path}.`}(no name)`)
    }
  }
}
