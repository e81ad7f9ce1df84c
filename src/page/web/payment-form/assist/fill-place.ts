import type { PagePlace } from '#contract/page.ts'
import type { FieldValues } from '../required-fields.ts'

const PARTS = [
  ['address-line1', 'street'],
  ['district', 'district'],
  ['city', 'city'],
  ['state', 'state'],
] as const

/** The values to set. Only fields that are empty, or still hold what was filled in before, are changed. */
export function changesBy(place: PagePlace, values: FieldValues, filled: FieldValues): FieldValues {
  const changes: FieldValues = {}
  for (const [name, part] of PARTS) {
    const [value, now = ''] = [place[part], values[name]?.trim()]
    if (value && value !== now && (now === '' || now === filled[name])) changes[name] = value
  }
  return changes
}
