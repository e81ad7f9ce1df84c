const RIGHT_TO_LEFT_MARK = '\u200F'
const LEFT_TO_RIGHT_MARK = '\u200E'
const MINUS = '\u2212'

/** A formatted amount with a minus; in languages from right to left, too, the sign stands left of the digits (CLDR). */
export function minus(amount: string): string {
  if (!amount.startsWith(RIGHT_TO_LEFT_MARK)) return MINUS + amount
  return RIGHT_TO_LEFT_MARK + LEFT_TO_RIGHT_MARK + MINUS + amount.slice(1)
}
