import { setTimeout as sleep } from 'node:timers/promises'

import { statement, type Statement } from '#server/database/database.ts'
import { median, spread, type Spread } from '../statistics.ts'
import { watchBackends } from './backend-costs.ts'
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

const LEFT: Record<WorkerCase['kind'], Statement> = {
  deliveries: statement(
    'bench: deliveries left',
    `select 1 from deliveries where status = 'pending' limit 1`,
  ),
  expiry: statement(
    'bench: sessions left',
    `select 1 from sessions where status = 'open' and expires_at <= now() limit 1`,
  ),
}
const POLL_MS = 100
const WARM_UP_COUNT = 2000
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

async function measure(
  { worker, receiver, receiverOrigin, database, merchantIds, template }: WorkerStage,
  { kind, merchants, answersAfterMs }: WorkerCase,
  count: number,
): Promise<Costs> {
  const fill = kind === 'deliveries' ? fillDeliveries : fillSessions
  const url = `${receiverOrigin}/${answersAfterMs}`
  await fill(database, template, { merchantIds: merchantIds.slice(0, merchants), url, count })

  const backends = watchBackends(database)
  const postgresBefore = await backends.look()
  const connectionsBefore = await receiver.ask('connections')
  const before = await worker.ask('costs')
  const startedMs = performance.now()
  await worker.ask(kind === 'deliveries' ? 'start all' : 'start expiry')
  while ((await database.query(LEFT[kind], [])).length > 0) {
    await backends.look()
    await sleep(POLL_MS)
  }
  const seconds = (performance.now() - startedMs) / 1000
  const postgres = (await backends.look()) - postgresBefore
  const after = await worker.ask('costs')
  const connections = (await receiver.ask('connections')) - connectionsBefore
  await worker.ask('stop')
  return {
    perSecond: count / seconds,
    nodeMicroseconds: (after.cpuMicroseconds - before.cpuMicroseconds) / count,
    postgresMicroseconds: postgres / count,
    statements: (after.statements - before.statements) / count,
    commits: (after.commits - before.commits) / count,
    connections: connections / count,
  }
}
