import type { Account } from './settings.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** Until when a hold is captured, which Adyen does not say. In whole hours, so that the same facts prove the same for a while. */
export function holdEnd({ captureWithinDays }: Pick<Account, 'captureWithinDays'>, now: Date) {
  const endMs = now.getTime() + captureWithinDays * DAY_MS
  return new Date(endMs - (endMs % HOUR_MS)).toISOString()
}
