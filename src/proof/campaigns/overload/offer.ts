import { setTimeout as sleep } from 'node:timers/promises'
import { openConnection, type Connection } from '../../bench/connection.ts'
import type { Call, Kind } from './calls.ts'

/** The outcome of one call. */
export interface Outcome {
  kind: Kind
  /** Undefined when the connection broke. */
  status: number | undefined
  tookMs: number
}

export interface Offered {
  outcomes: Outcome[]
  seconds: number
}

const AT_ONCE = 32
/** Clients that wait for a response; when all wait, the next call is dropped. */
const CONNECTIONS_MAX = 1000
const TICK_MS = 5
/** Seconds until the queue has its full length; the calls that were admitted first are answered only then. */
export const WARM_SECONDS = 2

async function ask(
  connection: Connection,
  { kind, request, answered }: Call,
  outcomes: Outcome[],
): Promise<boolean> {
  const startedMs = performance.now()
  const status = await connection.ask(request).catch(() => undefined)
  outcomes.push({ kind, status, tookMs: performance.now() - startedMs })
  answered(status)
  return status !== undefined
}

/** A closed loop: each client sends its next call when it has a response. */
export async function runClosedLoop(
  origin: string,
  next: () => Call,
  seconds: number,
): Promise<Offered> {
  const outcomes: Outcome[] = []
  const startedMs = performance.now()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      const connection = await openConnection(new URL(origin))
      while (performance.now() - startedMs < seconds * 1000) await ask(connection, next(), outcomes)
      connection.close()
    }),
  )
  return { outcomes, seconds: (performance.now() - startedMs) / 1000 }
}

/**
 * An open loop: calls at a constant rate, answered or not, as long as there are connections. Only responses after the
 * warm-up count, so that the steady state is measured.
 */
export async function runOpenLoop(
  origin: string,
  next: () => Call,
  { seconds, rate }: { seconds: number; rate: number },
): Promise<Offered> {
  const url = new URL(origin)
  const idle = await Promise.all(Array.from({ length: CONNECTIONS_MAX }, () => openConnection(url)))
  const lines = [...idle]
  const outcomes: Outcome[] = []
  const underWay = new Set<Promise<void>>()

  async function send(connection: Connection): Promise<void> {
    if (await ask(connection, next(), outcomes)) idle.push(connection)
  }

  const startedMs = performance.now()
  let sent = 0
  let warm: { answered: number; passedMs: number } | undefined
  for (;;) {
    const passedMs = performance.now() - startedMs
    if (passedMs >= WARM_SECONDS * 1000) warm ??= { answered: outcomes.length, passedMs }
    if (warm !== undefined && passedMs >= warm.passedMs + seconds * 1000) break
    const due = Math.floor((rate * passedMs) / 1000)
    for (; sent < due; sent++) {
      const connection = idle.pop()
      if (connection === undefined) {
        // A call without a free connection is dropped, and not made up for.
        sent = due
        break
      }
      const under = send(connection)
      underWay.add(under)
      void under.finally(() => underWay.delete(under))
    }
    await sleep(TICK_MS)
  }
  const counted = outcomes.slice(warm.answered)
  const countedSeconds = (performance.now() - startedMs - warm.passedMs) / 1000
  await Promise.all(underWay)
  for (const line of lines) line.close()
  return { outcomes: counted, seconds: countedSeconds }
}
