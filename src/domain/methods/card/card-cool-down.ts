import { LIMITS } from '../../../contract/limits.ts'

/** Attempts by card of one session that may have been guesses. */
export interface CardDeclines {
  count: number
  lastAt: Date | null
}

/** How long a session takes no card now: every so many declines it rests. Zero declines means: it never does. */
export function cardCoolDownMs(
  { count, lastAt }: CardDeclines,
  { declinesMax, now }: { declinesMax: number; now: Date },
): number {
  if (declinesMax === 0 || lastAt === null || count === 0 || count % declinesMax !== 0) return 0
  const until = lastAt.getTime() + LIMITS.cardCoolDownMinutes * 60_000
  return Math.max(0, until - now.getTime())
}
