import type { Translate } from '#words/words.ts'
import { fieldLabel } from './field-label.ts'
import type { FoundErrors } from './check-form.ts'

/** Names the invalid fields; empty without any. */
export function summaryText(
  names: FoundErrors['summary'],
  country: string | undefined,
  t: Translate,
): string {
  if (names.length === 0) return ''
  const fields = names.map((name) => fieldLabel(name, country, t))
  return t('error.summary', { count: names.length, fields })
}
