// Header injection by line ends; spoofing by bidirectional marks (UAX #9).
const NOT_FOR_HEADERS = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu

/** A text made safe for an e-mail header: one line, no control or bidirectional characters. */
export function oneLine(text: string): string {
  return text.replaceAll(NOT_FOR_HEADERS, ' ').replaceAll(/\s+/g, ' ').trim()
}
