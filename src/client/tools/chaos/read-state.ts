import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Look } from '../readiness/judge/observation.ts'
import { isPaid, type PlayedSession } from '../readiness/plays/play.ts'
import { CommandFailure } from '../command-line/exit.ts'

export const SESSION_ID_PLACE = '{sessionId}'
export const StateUrl = z
  .string()
  .refine(
    (text) => /^https?:\/\//.test(text) && URL.canParse(text),
    'must be an http or https address',
  )
  .refine((text) => text.includes(SESSION_ID_PLACE), `must have ${SESSION_ID_PLACE} in it`)
const State = z.object({ fulfilled: z.int().min(0) })
const TIMEOUT_MS = 10_000
const BETWEEN_MS = 250
/** The receiver may fulfil orders from a queue. */
const PATIENCE_MS = 5000
/** A second fulfilment may follow a little later. */
const SETTLE_MS = 1000

/**
 * Reads from the merchant how often each session's order was fulfilled. Throws a `CommandFailure` for an unusable
 * response.
 */
export async function lookAtState(
  template: string,
  sessions: readonly PlayedSession[],
  { when, signal }: { when: Look['when']; signal: AbortSignal },
): Promise<Look> {
  const read = (sessionId: string) => readFulfilled(template, sessionId, signal)
  const readAll = async () =>
    Object.fromEntries(
      await Promise.all(
        sessions.map(async ({ sessionId }) => [sessionId, await read(sessionId)] as const),
      ),
    )
  if (when === 'at_the_end') {
    const until = Date.now() + PATIENCE_MS
    const paid = sessions.filter(isPaid).map(({ sessionId }) => sessionId)
    const isMissing = (given: Record<string, number>) => paid.some((id) => given[id] === 0)
    while (isMissing(await readAll()) && Date.now() < until)
      await sleep(BETWEEN_MS, undefined, { signal })
  }
  if (when !== 'before') await sleep(SETTLE_MS, undefined, { signal })
  return { when, fulfilled: await readAll() }
}

async function readFulfilled(
  template: string,
  sessionId: string,
  signal: AbortSignal,
): Promise<number> {
  const url = template.replaceAll(SESSION_ID_PLACE, sessionId)
  const response = await fetch(url, {
    redirect: 'manual',
    headers: { accept: 'application/json' },
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  }).catch((error: unknown) => {
    signal.throwIfAborted()
    throw unusable(url, error instanceof Error ? error.message : 'no answer')
  })
  if (!response.ok) throw unusable(url, `it answered ${response.status}`)
  const state = State.safeParse(await response.json().catch(() => undefined))
  if (!state.success) throw unusable(url, 'it must answer {"fulfilled": n}, n being a whole number')
  return state.data.fulfilled
}

function unusable(url: string, reason: string): CommandFailure {
  return new CommandFailure(`The state address ${url} cannot be used: ${reason}.`)
}
