import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { connectPatiently } from './source.ts'

/** A commit that changes no table. The newest mark in the copy gives the recovery point. */
interface Mark {
  xid: string
  /** When its COMMIT was acknowledged. */
  atMs: number
}

export interface CommitMarks {
  /** Commits no more marks. */
  stop(): Promise<void>
  made: readonly Mark[]
}

const EVERY_MS = 20
const MARK = `select pg_current_xact_id()::text as xid, pg_logical_emit_message(true, 'checkout backup drill', '')`
/** `pg_xact_status` fails for a transaction id that the copy has not assigned yet. */
const KNOWN = `select count(*)::int as count from unnest($1::text[]) as mark
  where case when mark::xid8 < pg_snapshot_xmax(pg_current_snapshot()) then pg_xact_status(mark::xid8) = 'committed' else false end`

/** Commits a mark every few milliseconds until it is stopped. */
export async function startCommitMarks(url: string): Promise<CommitMarks> {
  const client = await connectPatiently(url)
  const made: Mark[] = []
  const stopping = new AbortController()
  const marking = (async () => {
    while (!stopping.signal.aborted) {
      const { rows } = await client.query<{ xid: string }>(MARK)
      made.push({ xid: rows[0]?.xid ?? '', atMs: performance.now() })
      await sleep(EVERY_MS)
    }
  })()
  // A failure is reported by `stop`.
  marking.catch(() => undefined)
  return {
    made,
    async stop() {
      stopping.abort()
      try {
        await marking
      } finally {
        await client.end()
      }
    },
  }
}

/** How many marks a copy has. They were committed in order, so that it has a prefix of them. */
export async function countMarks(copy: Client, made: readonly Mark[]): Promise<number> {
  const { rows } = await copy.query<{ count: number }>(KNOWN, [made.map(({ xid }) => xid)])
  return rows[0]?.count ?? 0
}
