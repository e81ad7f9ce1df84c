import type { PersonLimits } from '#dashboard/server/person-limits.ts'

/** For tests in which one person does more than the limits allow, while the clock stands still. */
export const NO_LIMITS: PersonLimits = {
  countFind: () => undefined,
  countAction: () => undefined,
  countChallenge: () => undefined,
  acquireExport: () => () => undefined,
  exportRetryAfterSeconds: 1,
}
