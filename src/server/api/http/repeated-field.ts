const QUOTE = 34
const COLON = 58
const BACKSLASH = 92

/**
 * Whether an object in a text of JSON names a field twice: another parser may take the one where ours takes the other. The
 * text is valid, and `value` is what came of it; what a text names and its value lacks was named twice.
 */
export function hasRepeatedField(text: string, value: unknown): boolean {
  return fieldsNamedIn(text) !== fieldsOf(value)
}

/** Each field has a colon, and no other thing has one outside of strings. */
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

/** Without recursion: a body may nest deeper than a stack. */
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
