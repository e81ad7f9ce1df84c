import type { Say } from '#words/words.ts'
import { fieldLabel } from './field-label.ts'
import type { FoundErrors } from './check-form.ts'

/** Names the invalid fields; empty without any. */
export function summaryText(
  names: FoundErrors['summary'],
  country: string | undefined,
  say: Say,
): string {
  if (names.length === 0) return ''
  const fields = names.map((name) => fieldLabel(name, country, say))
  return say('error.summary', { count: names.length, fields })
}
