import { LIMITS } from '#contract/limits.ts'

/** Card declines of one session that may have been guesses. */
export interface CardDeclines {
  count: number
  lastAt: Date | null
}

/**
 * Card-testing defence (velocity limit): milliseconds for which a session takes no card, 0 for none. A cool-down starts
 * at every multiple of `declinesMax` declines; `declinesMax` 0 turns it off.
 */
export function cardCoolDownMs(
  { count, lastAt }: CardDeclines,
  { declinesMax, now }: { declinesMax: number; now: Date },
): number {
  if (declinesMax === 0 || lastAt === null || count === 0 || count % declinesMax !== 0) return 0
  const until = lastAt.getTime() + LIMITS.cardCoolDownMinutes * 60_000
  return Math.max(0, until - now.getTime())
}
