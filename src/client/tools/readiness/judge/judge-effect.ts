import type { PlayedSession } from '../plays/play.ts'
import type { Judgement } from './check-result.ts'
import type { Look } from './observation.ts'

const NOT_SEEN: Judgement = {
  verdict: 'not_seen',
  came: 'not seen: a status does not tell what was done',
  mend: 'Give --state with an address of yours that answers {"fulfilled": n}, the number of times that the order of {sessionId} was given out.',
}

/** Whether forgeries alone led to a fulfilment. */
export function judgeForgedEffect(
  looks: readonly Look[],
  [{ sessionId }]: readonly [PlayedSession, ...PlayedSession[]],
): Judgement {
  const before = lookAt(looks, 'before')?.fulfilled[sessionId]
  const after = lookAt(looks, 'after_forgeries')?.fulfilled[sessionId]
  if (before == null || after == null) return NOT_SEEN
  if (before > 0)
    return {
      verdict: 'not_seen',
      came: `not seen: ${sessionId} had been given out before`,
      mend: 'Run it with a session whose notifications your shop has not had, or without --session.',
    }
  return { verdict: after === 0 ? 'passed' : 'failed', came: `given out ${times(after)}` }
}

/** Whether each paid session was fulfilled exactly once, despite duplicates, delays and reordering. */
export function judgeFulfilment(
  looks: readonly Look[],
  sessions: readonly PlayedSession[],
): Judgement {
  const end = lookAt(looks, 'at_the_end')
  if (end === undefined) return NOT_SEEN
  const orders = sessions.map((session) => ({
    sessionId: session.sessionId,
    wanted: isPaid(session) ? 1 : 0,
    given: end.fulfilled[session.sessionId] ?? null,
  }))
  const wrong = orders.filter(({ wanted, given }) => given !== wanted)
  const came = orders
    .map(({ sessionId, given }) => `${sessionId} ${given === null ? 'unknown' : times(given)}`)
    .join('; ')
  const [first] = wrong
  if (first === undefined) return { verdict: 'passed', came }
  const isMissing = wrong.every(({ given, wanted }) => given === null || given < wanted)
  return {
    verdict: 'failed',
    came,
    ...(isMissing && {
      mend: 'An order that was paid was not given out. Does your shop know it? Sessions that your shop has made are given with --session. Else see whether it leaves out what comes in another order, or what bears an id that a forgery had used before.',
    }),
  }
}

function isPaid({ notifications }: PlayedSession): boolean {
  return notifications.some(({ type }) => type === 'session.completed')
}

function lookAt(looks: readonly Look[], when: Look['when']): Look | undefined {
  return looks.find((look) => look.when === when)
}

function times(count: number): string {
  if (count === 0) return 'not at all'
  return count === 1 ? 'once' : `${count} times`
}
