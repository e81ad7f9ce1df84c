const FIELD_LENGTH_MAX = 99

/**
 * One EMV TLV field: two digits of id, two of length, 1 to 99 printable ASCII characters. Throws a RangeError for any other
 * value.
 */
export function emvField(id: string, value: string): string {
  if (!/^[ -~]+$/.test(value) || value.length > FIELD_LENGTH_MAX) {
    throw new RangeError(`field ${id} must be 1 to ${FIELD_LENGTH_MAX} printable ASCII characters`)
  }
  return id + String(value.length).padStart(2, '0') + value
}

/** The TLV fields of an EMV text by id; undefined when it is malformed or an id repeats. */
export function readEmvFields(text: string): ReadonlyMap<string, string> | undefined {
  const fields = new Map<string, string>()
  let position = 0
  while (position < text.length) {
    const [header, id, length] = /^(\d\d)(\d\d)/.exec(text.slice(position, position + 4)) ?? []
    if (header === undefined || id === undefined || fields.has(id)) return undefined
    const start = position + header.length
    position = start + Number(length)
    if (position === start || position > text.length) return undefined
    fields.set(id, text.slice(start, position))
  }
  return fields
}
