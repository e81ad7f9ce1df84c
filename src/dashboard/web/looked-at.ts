/** A story that was opened, without its person. */
export interface Seen {
  sessionId: string
  merchantId: string
  merchantName: string
  orderReference: string | null
  amount: number
  currency: string
}

const SEEN_MAX = 10
let seen: readonly Seen[] = []

/** What was opened in this tab, the latest first. In memory alone: it is gone with the page. */
export function lookedAt(): readonly Seen[] {
  return seen
}

export function noteSeen(one: Seen): void {
  seen = [one, ...seen.filter(({ sessionId }) => sessionId !== one.sessionId)].slice(0, SEEN_MAX)
}
