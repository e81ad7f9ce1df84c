/**
 * The canonical text of a JSON value (RFC 8785): the same for two texts that differ only in the order of fields, white
 * space, or the spelling of numbers and characters. Recursive: the value must not nest deeper than the call stack.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  let text = ''
  if (Array.isArray(value)) {
    for (const item of value) text += `${text === '' ? '' : ','}${canonicalJson(item)}`
    return `[${text}]`
  }
  const fields = value as Readonly<Record<string, unknown>>
  // By UTF-16 code units, as the standard has it.
  for (const name of Object.keys(fields).toSorted())
    text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${canonicalJson(fields[name])}`
  return `{${text}}`
}
