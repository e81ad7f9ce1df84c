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

/** A character that is seen: neither a space nor ignorable by default, nor invisible music, shorthand, tags or variation selectors. */
const VISIBLE =
  /[^\s\p{Default_Ignorable_Code_Point}\u2800\ufff0-\ufffb\u{1d159}\u{e0000}-\u{e0fff}]/u

/** Whether a reader sees anything of a text. An empty one is refused as such. */
export function isVisible(text: string): boolean {
  return text === '' || VISIBLE.test(text)
}
