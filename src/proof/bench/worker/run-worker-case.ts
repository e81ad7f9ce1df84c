import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'

import { NOT_COUNTED } from '../stage/meter.ts'
import { median, spread, type Spread } from '../statistics.ts'
import { timesOf } from '../../testing/processor-time.ts'
import { fillDeliveries, fillSessions } from './fill-worker.ts'
import type { WorkerStage } from './open-worker-stage.ts'

export interface WorkerCase {
  name: string
  title: string
  kind: 'deliveries' | 'expiry'
  merchants: number
  /** Milliseconds until the receiver answers; the path of its URL tells the receiver. */
  answersAfterMs: number
  /** The goal: deliveries or expiries per second of one process. */
  goal: number
}

/** Throughput, and costs per delivery or expiry. */
export interface Costs {
  perSecond: number
  nodeMicroseconds: number
  postgresMicroseconds: number
  statements: number
  commits: number
  connections: number
}

export interface WorkerResult extends Costs {
  name: string
  title: string
  /** Deliveries or expiries per second of Node's processor time, so of one core. */
  perSecondOfCore: number
  perSecondOfRounds: Spread
  goal: number
  met: boolean
}

const LEFT: Record<WorkerCase['kind'], string> = {
  deliveries: `select ${NOT_COUNTED} 1 from deliveries where status = 'pending' limit 1`,
  expiry: `select ${NOT_COUNTED} 1 from sessions where status = 'open' and expires_at <= now() limit 1`,
}
const BACKENDS = `
  select ${NOT_COUNTED} pid from pg_stat_activity
  where datname = current_database() and application_name = 'hosted-checkout'`
const POLL_MS = 100
export const WARM_UP_COUNT = 2000
const MICROSECONDS = 1_000_000

export async function runWorkerCase(
  stage: WorkerStage,
  bench: WorkerCase,
  { rounds, count }: { rounds: number; count: number },
): Promise<WorkerResult> {
  await measure(stage, bench, Math.min(count, WARM_UP_COUNT))
  const measured: Costs[] = []
  while (measured.length < rounds) measured.push(await measure(stage, bench, count))
  const of = (name: keyof Costs) => median(measured.map((costs) => costs[name]))
  const nodeMicroseconds = of('nodeMicroseconds')
  const perSecondOfCore = MICROSECONDS / nodeMicroseconds
  const { name, title, goal } = bench
  return {
    name,
    title,
    perSecond: of('perSecond'),
    nodeMicroseconds,
    postgresMicroseconds: of('postgresMicroseconds'),
    statements: of('statements'),
    commits: of('commits'),
    connections: of('connections'),
    perSecondOfCore,
    perSecondOfRounds: spread(measured.map(({ perSecond }) => perSecond)),
    goal,
    met: perSecondOfCore >= goal,
  }
}

async function measure(stage: WorkerStage, bench: WorkerCase, count: number): Promise<Costs> {
  const { worker, receiver, database } = stage
  await fill(stage, bench, count)
  const backends = watchBackends(database)
  const postgresBefore = await backends.look()
  const { connections: connectionsBefore = 0 } = await receiver.counts()
  const before = await worker.ask('costs')
  const startedMs = performance.now()
  await finish(stage, bench, async () => void (await backends.look()))
  const seconds = (performance.now() - startedMs) / 1000
  const postgres = (await backends.look()) - postgresBefore
  const after = await worker.ask('costs')
  const { connections = 0 } = await receiver.counts()
  await worker.ask('stop')
  return {
    perSecond: count / seconds,
    nodeMicroseconds: (after.cpuMicroseconds - before.cpuMicroseconds) / count,
    postgresMicroseconds: postgres / count,
    statements: (after.statements - before.statements) / count,
    commits: (after.commits - before.commits) / count,
    connections: (connections - connectionsBefore) / count,
  }
}

/** Fills the database with the work of a case. */
export async function fill(
  { receiver, database, merchantIds, template }: WorkerStage,
  { kind, merchants, answersAfterMs }: WorkerCase,
  count: number,
): Promise<void> {
  const url = `${receiver.origin}/${answersAfterMs}`
  const filling = { merchantIds: merchantIds.slice(0, merchants), url, count }
  await (kind === 'deliveries' ? fillDeliveries : fillSessions)(database, template, filling)
}

/** Starts the worker, and waits until no work is left. */
export async function finish(
  { worker, database }: WorkerStage,
  { kind }: WorkerCase,
  onPoll: () => Promise<void> = async () => undefined,
): Promise<void> {
  await worker.ask(kind === 'deliveries' ? 'start all' : 'start expiry')
  while ((await database.query(LEFT[kind])).rowCount !== 0) {
    await onPoll()
    await sleep(POLL_MS)
  }
}

/** Adds up the processor time of PostgreSQL's backends, except those of the bench's own connections. Linux only. */
function watchBackends(database: Client) {
  const secondsOf = new Map<number, number>()
  return {
    /** Reads the times again; returns the sum in microseconds. Time that a connection used after the last look is not counted. */
    async look(): Promise<number> {
      const { rows } = await database.query<{ pid: number }>(BACKENDS)
      for (const { pid } of rows)
        secondsOf.set(pid, (await timesOf(pid))?.own ?? secondsOf.get(pid) ?? 0)
      return [...secondsOf.values()].reduce((sum, each) => sum + each, 0) * 1_000_000
    },
  }
}
