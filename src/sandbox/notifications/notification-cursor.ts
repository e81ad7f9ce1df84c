import type { EventSnapshot } from '../database/event-feed.ts'

/** A cursor: events up to `since` are read, and the first `offset` of those between `since` and `until`. */
export interface NotificationCursor {
  /** `null`: nothing is read yet. */
  since: EventSnapshot | null
  /** Set between the pages of one snapshot; `undefined` starts at the current one. */
  page: { until: EventSnapshot; offset: number } | undefined
}

export function writeCursor({ since, page }: NotificationCursor): string {
  const parts = [since ?? '', ...(page ? [page.until, page.offset] : [])]
  return Buffer.from(parts.join(' ')).toString('base64url')
}

/** Parses a cursor; `undefined` for text that `writeCursor` cannot have written. */
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

/** PostgreSQL's own rules for `pg_snapshot`: a violation would fail the statement. */
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
