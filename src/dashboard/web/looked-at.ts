import type { Standing } from '#contract/dashboard/standing.ts'

/** A timeline that was opened, without personal data. */
export interface Seen {
  sessionId: string
  merchantId: string
  merchantName: string
  orderReference: string | null
  /** As it was when it was looked at. */
  standing: Standing
}

const SEEN_MAX = 10
let seen: readonly Seen[] = []

/** The timelines that were opened in this tab, the latest first. They are kept only in the page's memory. */
export function lookedAt(): readonly Seen[] {
  return seen
}

export function noteSeen(one: Seen): void {
  seen = [one, ...seen.filter(({ sessionId }) => sessionId !== one.sessionId)].slice(0, SEEN_MAX)
}
