// Line ends would begin another header; marks of direction turn round what stands beside them (UAX #9).
const NOT_FOR_HEADERS = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu

/** What a person wrote, as it may stand in a header. */
export function oneLine(text: string): string {
  return text.replaceAll(NOT_FOR_HEADERS, ' ').replaceAll(/\s+/g, ' ').trim()
}
