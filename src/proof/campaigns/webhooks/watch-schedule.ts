import { RETRY_DELAYS_SECONDS } from '#domain/retry-schedule.ts'
import type {
  Database,
  Queryable,
  Statement,
  Transaction,
} from '#server/database/engine/database.ts'
import type { DueDelivery } from '#server/database/events/delivery-queue.ts'
import { RETRY_AFTER_SECONDS } from './behaviours.ts'

export interface ScheduleWatch {
  /** The workers' database. */
  database: Database
  /** A merchant whose endpoint was set again: its deliveries may come at once. */
  excuse(merchantId: string): void
  faults: string[]
  /** Count by status or error. */
  attempts: Record<string, number>
}

const CLAIM = /^claim due deliveries /
const FINISH = /^finish delivery attempt /
const FINISH_DELIVERED = /^finish delivered attempts /
const JITTER_RATIO = 0.2
const ROUNDING_SECONDS = 0.001
const FAULTS_MAX = 20

/** The parameters of the statement that finishes a delivery attempt. */
type Finished = readonly [
  deliveryId: string,
  token: string,
  status: string,
  next: Date | null,
  finishedAt: Date,
  startedAt: Date,
  durationMs: number,
  statusCode: number | null,
  error: string | null,
]

/** Observes what workers claim and write, and reports attempts that are too early or put off too far. */
export function watchSchedule(database: Database): ScheduleWatch {
  // The result of a write may arrive here after the next claim of the same delivery: the token identifies each claim.
  const underWay = new Map<string, DueDelivery>()
  const nextTries = new Map<string, Date>()
  const excused = new Set<string>()
  const faults: string[] = []
  const attempts: Record<string, number> = {}
  const report = (fault: string) => {
    if (faults.length < FAULTS_MAX) faults.push(fault)
  }

  function watch([id, token, status, next, finishedAt, startedAt, , code, error]: Finished): void {
    const outcome = String(code ?? error)
    attempts[outcome] = (attempts[outcome] ?? 0) + 1
    const claimed = underWay.get(`${id} ${token}`)
    underWay.delete(`${id} ${token}`)
    if (claimed === undefined) return report(`${id} was written without a claim`)
    const made = claimed.attemptsMade + 1
    const planned = nextTries.get(`${id} ${made}`)
    nextTries.delete(`${id} ${made}`)
    const isEarly = planned !== undefined && startedAt < planned
    if (isEarly && !excused.has(claimed.merchantId))
      report(`${id} was tried at ${startedAt.toISOString()}, before ${planned.toISOString()}`)
    if (status !== 'pending' || next === null) return
    nextTries.set(`${id} ${made + 1}`, next)
    const seconds = (next.getTime() - finishedAt.getTime()) / 1000
    if (!isAsPlanned(seconds, made, code))
      report(`${id} is tried again ${seconds} s after try ${made}, which answered ${outcome}`)
  }

  const watching = (queryable: Queryable, written: (attempt: Finished) => void): Queryable => ({
    async query<Row>(statement: Statement, values: readonly unknown[]) {
      const rows = await queryable.query<Row>(statement, values)
      // Without a row another worker has claimed it.
      if (FINISH.test(statement.name) && rows.length > 0) written(values as unknown as Finished)
      if (FINISH_DELIVERED.test(statement.name)) deliveredOf(rows, values).forEach(written)
      if (CLAIM.test(statement.name))
        for (const due of rows as DueDelivery[]) underWay.set(`${due.id} ${tokenOf(values)}`, due)
      return rows
    },
  })

  /** A transaction that lost a race is rolled back and runs again: discard its writes. */
  async function transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    let written: Finished[] = []
    const result = await database.transaction((tx) => {
      written = []
      return work(watching(tx, (attempt) => written.push(attempt)))
    })
    written.forEach(watch)
    return result
  }

  return {
    excuse: (merchantId) => void excused.add(merchantId),
    faults,
    attempts,
    database: { ...database, ...watching(database, watch), transaction },
  }
}

/** The delivery attempts that a batch has written, without those that it left out. */
function deliveredOf(rows: unknown[], [json]: readonly unknown[]): Finished[] {
  const ids = new Set((rows as { id: string }[]).map(({ id }) => id))
  const all = JSON.parse(String(json)) as Record<string, string>[]
  return all
    .filter(({ id = '' }) => ids.has(id))
    .map(({ id = '', token = '', finishedAt = '', startedAt = '', durationMs, statusCode }) => [
      id,
      token,
      'succeeded',
      null,
      new Date(finishedAt),
      new Date(startedAt),
      Number(durationMs),
      Number(statusCode),
      null,
    ])
}

/** The claim token among a claim's parameters. */
function tokenOf([, token]: readonly unknown[]): string {
  return String(token)
}

function isAsPlanned(seconds: number, attemptsMade: number, code: number | null): boolean {
  const planned = RETRY_DELAYS_SECONDS[attemptsMade] ?? Number.NaN
  const asked = code === 429 || code === 503 ? RETRY_AFTER_SECONDS : 0
  return (
    seconds >= Math.max(planned * (1 - JITTER_RATIO), asked) - ROUNDING_SECONDS &&
    seconds <= Math.max(planned * (1 + JITTER_RATIO), asked) + ROUNDING_SECONDS
  )
}
