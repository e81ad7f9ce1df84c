import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { withClient } from '../failover/node.ts'
import type { Cluster } from './cluster.ts'
import type { Machine } from './machine.ts'

/** A commit that a machine acknowledged. Times are of one monotonic clock, in milliseconds. */
export interface Beat {
  id: number
  machine: string
  /** The timeline of the machine's WAL at the commit. */
  timeline: number
  sentMs: number
  answeredMs: number
}

export interface Pulse {
  /** Every acknowledged commit, in order of their answers. */
  beats: readonly Beat[]
  stop(): Promise<void>
}

const EVERY_MS = 100
const ANSWER_WITHIN_MS = 4000
const MAKE = `create schema if not exists pulse; create table if not exists pulse.beats (id bigint primary key)`
const COMMIT = `insert into pulse.beats values ($1)
  returning ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int as timeline`

/** Tries to commit a row at every machine, ten times a second, past HAProxy: only a primary acknowledges it. */
export async function startPulse(cluster: Cluster): Promise<Pulse> {
  await withClient(cluster.url, (client) => client.query(MAKE))
  const beats: Beat[] = []
  const ended = new AbortController()
  let next = 0

  async function beat(machine: Machine): Promise<void> {
    const client = new Client({
      connectionString: cluster.urlAt(machine),
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
    })
    client.on('error', () => undefined)
    try {
      await client.connect()
      while (!ended.signal.aborted) {
        const id = ++next
        const sentMs = performance.now()
        const { rows } = await client.query<{ timeline: number }>(COMMIT, [id])
        const timeline = rows[0]?.timeline ?? 0
        beats.push({ id, machine: machine.name, timeline, sentMs, answeredMs: performance.now() })
        await sleep(EVERY_MS)
      }
    } catch {
      // It is no primary, or does not answer.
    } finally {
      // Not awaited: a connection that is slow to close must not delay the next beat.
      void client.end().catch(() => undefined)
    }
  }

  const beating = cluster.machines.map(async (machine) => {
    while (!ended.signal.aborted) {
      await beat(machine)
      await sleep(EVERY_MS)
    }
  })
  return {
    beats,
    async stop() {
      ended.abort()
      await Promise.all(beating)
    },
  }
}

/** Acknowledged commits that the cluster no longer has. */
export async function lostBeats(cluster: Cluster, beats: readonly Beat[]): Promise<Beat[]> {
  const { rows } = await withClient(cluster.url, (client) =>
    client.query<{ id: string }>('select id from pulse.beats'),
  )
  const kept = new Set(rows.map(({ id }) => Number(id)))
  return beats.filter(({ id }) => !kept.has(id))
}
