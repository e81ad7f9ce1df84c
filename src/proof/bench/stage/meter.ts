import type { Client } from 'pg'
import { postgresSeconds } from '../../testing/processor-time.ts'
import type { Shop } from './open-shop.ts'

/** What a call costs: a request, an order, a delivery. */
export interface CallCosts {
  nodeMicroseconds: number
  /** Undefined where the round took too little time to be measured. */
  postgresMicroseconds: number | undefined
  statements: number
  commits: number
  walBytes: number
}

/** Settings of a PostgreSQL whose statements are counted, and in which no task of its own writes meanwhile. */
export const METERED = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.save': 'off',
  autovacuum: 'off',
  full_page_writes: 'off',
  checkpoint_timeout: '1d',
  max_wal_size: '16GB',
}

/** In the text of a statement of the bench's own, which is not counted. */
export const NOT_COUNTED = '/* not counted */'

/** Linux counts processor time in ticks of 10 ms; less than this many seconds of them says nothing. */
const SECONDS_MIN = 0.05

const COUNTERS = `
  select (
      select coalesce(sum(calls), 0)::float8 from pg_stat_statements join pg_database d on d.oid = dbid
      where d.datname = $1 and strpos(query, '${NOT_COUNTED}') = 0
    ) as statements,
    pg_snapshot_xmax(pg_current_snapshot())::text::float8 as commits,
    pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as "walBytes"`

interface Counters {
  statements: number
  /** Transactions that wrote. */
  commits: number
  walBytes: number
}

/** Counts what a tree's process and its PostgreSQL spend on calls. Linux only. */
export async function startMeter(
  { observer, databaseUrl }: Shop,
  cpuMicroseconds: () => Promise<number>,
): Promise<(work: () => Promise<number>) => Promise<CallCosts>> {
  await observer.query('create extension if not exists pg_stat_statements')
  const database = new URL(databaseUrl).pathname.slice(1)
  const time = async () => ({
    node: await cpuMicroseconds(),
    postgres: (await postgresSeconds(observer)) ?? 0,
  })

  /** `work` resolves to the number of calls that it made. */
  return async function measure(work) {
    const counted = await readCounters(observer, database)
    const before = await time()
    const calls = await work()
    const after = await time()
    const counters = await readCounters(observer, database)
    const each = (name: keyof Counters) => (counters[name] - counted[name]) / calls
    const postgres = after.postgres - before.postgres
    return {
      nodeMicroseconds: (after.node - before.node) / calls,
      postgresMicroseconds: postgres < SECONDS_MIN ? undefined : (postgres * 1_000_000) / calls,
      statements: each('statements'),
      commits: each('commits'),
      walBytes: each('walBytes'),
    }
  }
}

async function readCounters(observer: Client, database: string): Promise<Counters> {
  const { rows } = await observer.query<Counters>(COUNTERS, [database])
  const [counters] = rows
  if (counters === undefined) throw new Error('PostgreSQL counts nothing')
  return counters
}
