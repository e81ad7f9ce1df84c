import type { EventSnapshot } from '../database/event-feed.ts'

/** Where a reader of notifications is: all that was committed at `since` is read, and `offset` of what came until `until`. */
export interface NotificationCursor {
  /** `null`: nothing yet. */
  since: EventSnapshot | null
  /** Unless a page ended in between: whatever is committed then. */
  page: { until: EventSnapshot; offset: number } | undefined
}

export function writeCursor({ since, page }: NotificationCursor): string {
  const parts = [since ?? '', ...(page ? [page.until, page.offset] : [])]
  return Buffer.from(parts.join(' ')).toString('base64url')
}

/** Undefined for what no answer of ours has said. */
export function readCursor(text: string): NotificationCursor | undefined {
  const [since = '', until, offset = '', ...more] = Buffer.from(text, 'base64url')
    .toString()
    .split(' ')
  if (more.length > 0 || (since !== '' && !isSnapshot(since))) return undefined
  if (until === undefined) return since === '' ? undefined : { since, page: undefined }
  if (!isSnapshot(until) || !/^\d{1,9}$/.test(offset)) return undefined
  return { since: since === '' ? null : since, page: { until, offset: Number(offset) } }
}

const SNAPSHOT = /^(\d{1,18}):(\d{1,18}):((?:\d{1,18}(?:,\d{1,18})*)?)$/

/** By the rules of PostgreSQL, which would end the statement otherwise. */
function isSnapshot(text: string): boolean {
  const [, from, to, between = ''] = SNAPSHOT.exec(text) ?? []
  if (from === undefined || to === undefined) return false
  const xmin = BigInt(from)
  const running = between === '' ? [] : between.split(',').map(BigInt)
  const ascending = [xmin, ...running, BigInt(to)]
  return (
    xmin > 0n &&
    !running.includes(BigInt(to)) &&
    ascending.every((xid, index) => index === 0 || (ascending[index - 1] ?? 0n) <= xid)
  )
}
