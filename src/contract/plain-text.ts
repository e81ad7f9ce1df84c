/** Whether a text has at most so many code points, as JSON Schema counts. */
export function isAtMost(text: string, lengthMax: number): boolean {
  if (text.length <= lengthMax) return true
  // Each code point is one or two UTF-16 units.
  return text.length <= 2 * lengthMax && Array.from(text).length <= lengthMax
}

/** Control characters except tab and line feed, bidirectional overrides, which make a text look like another, and lone surrogates. */
const NOT_PLAIN =
  // guard: unsafe-controls
  /[^\P{Cc}\t\n]|[\u202A-\u202E\u2066-\u2069]|\p{Cs}/u

/** Whether a text has only characters that are stored and shown as they are; PostgreSQL refuses NUL. */
export function isPlain(text: string): boolean {
  return !NOT_PLAIN.test(text)
}
