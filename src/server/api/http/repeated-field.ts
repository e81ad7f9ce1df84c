const QUOTE = 34
const COLON = 58
const BACKSLASH = 92

/**
 * Whether an object in valid JSON repeats a field, where two parsers may pick different values.
 * Compares the number of fields in the text with those in the parsed `value`.
 */
export function hasRepeatedField(text: string, value: unknown): boolean {
  return fieldsNamedIn(text) !== fieldsOf(value)
}

/** The length of a text of JSON without what its strings hold, which bounds how many values it has. */
export function lengthOutsideOfStrings(text: string): number {
  let length = 0
  let isString = false
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit === QUOTE) isString = !isString
    else if (isString && unit === BACKSLASH) index += 1
    if (!isString || unit === QUOTE) length += 1
  }
  return length
}

/** In valid JSON, a colon outside a string always follows a field's name. */
function fieldsNamedIn(text: string): number {
  let fields = 0
  let isString = false
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit === QUOTE) isString = !isString
    else if (isString && unit === BACKSLASH) index += 1
    else if (!isString && unit === COLON) fields += 1
  }
  return fields
}

/** Iterative, since a body may nest deeper than the call stack. */
function fieldsOf(value: unknown): number {
  let fields = 0
  const waiting: unknown[] = [value]
  for (const next of waiting) {
    if (typeof next !== 'object' || next === null) continue
    const inner: unknown[] = Object.values(next)
    if (!Array.isArray(next)) fields += inner.length
    for (const one of inner) if (typeof one === 'object') waiting.push(one)
  }
  return fields
}
