import type { CheckId } from '../checks/checks.ts'
import { isPaid, type PlayedSession } from '../plays/play.ts'
import type { Judgement } from './check-result.ts'
import type { Look } from './observation.ts'

const NOT_SEEN: Judgement = {
  verdict: 'not_seen',
  came: 'not seen: a status does not tell what was done',
  mend: 'Give --state with an address of yours that answers {"fulfilled": n}, the number of times that the order of {sessionId} was given out.',
}

/** The session that a check plays first, by its place; other checks play pings, or repeat by intention. */
const PLAYED_FIRST: Partial<Record<CheckId, number>> = {
  'in-order': 0,
  'unknown-fields': 0,
  reordered: 1,
  delayed: 1,
  'duplicate-same-moment': 2,
}
const OF_ITS_OWN =
  'Play three sessions that your shop has not been told of: without --session, or with sessions that are created with sandbox {"deliveries": "none"}.'

/** Why the answers to a check show nothing: the receiver had handled its notifications before, and only remembers them. */
export function whyHidden(
  check: CheckId,
  sessions: readonly PlayedSession[],
  looks: readonly Look[],
): Judgement | undefined {
  const place = PLAYED_FIRST[check]
  if (place === undefined) return undefined
  const session = sessions[place]
  if (session === undefined)
    return {
      verdict: 'not_seen',
      came: 'not seen: each of these notifications had come before in this run',
      mend: OF_ITS_OWN,
    }
  return isKnown(session, looks) ? hiddenBefore(session) : undefined
}

function hiddenBefore({ sessionId }: PlayedSession): Judgement {
  return {
    verdict: 'not_seen',
    came: `not seen: ${sessionId} had been delivered before`,
    mend: OF_ITS_OWN,
  }
}

function isKnown({ sessionId, wasDelivered }: PlayedSession, looks: readonly Look[]): boolean {
  return wasDelivered || (lookAt(looks, 'before')?.fulfilled[sessionId] ?? 0) > 0
}

/** Whether any paid order was given out; null: not seen. */
export function hasShipped(
  looks: readonly Look[],
  sessions: readonly PlayedSession[],
): boolean | null {
  const end = lookAt(looks, 'at_the_end')
  const paid = sessions.filter(isPaid)
  if (end === undefined || paid.length === 0) return null
  return paid.some(({ sessionId }) => (end.fulfilled[sessionId] ?? 0) > 0)
}

/** Whether forgeries alone led to a fulfilment. */
export function judgeForgedEffect(
  looks: readonly Look[],
  [session]: readonly [PlayedSession, ...PlayedSession[]],
): Judgement {
  const { sessionId } = session
  const before = lookAt(looks, 'before')?.fulfilled[sessionId]
  const after = lookAt(looks, 'after_forgeries')?.fulfilled[sessionId]
  if (before == null || after == null) return NOT_SEEN
  if (after > before) return { verdict: 'failed', came: `given out ${times(after - before)}` }
  return isKnown(session, looks)
    ? hiddenBefore(session)
    : { verdict: 'passed', came: 'given out not at all' }
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
  if (first === undefined) {
    const known = sessions.find((session) => isKnown(session, looks))
    if (known !== undefined) return hiddenBefore(known)
    return sessions.length < PLAYS
      ? (whyHidden('duplicate-same-moment', sessions, looks) ?? NOT_SEEN)
      : { verdict: 'passed', came }
  }
  const isMissing = wrong.every(({ given, wanted }) => given === null || given < wanted)
  return {
    verdict: 'failed',
    came,
    ...(isMissing && {
      mend: 'An order that was paid was not given out. Does your shop know it? Sessions that your shop has made are given with --session. Else see whether it leaves out what comes in another order, or what bears an id that a forgery had used before.',
    }),
  }
}

/** In order, reordered, and at the same moment. */
const PLAYS = 3

function lookAt(looks: readonly Look[], when: Look['when']): Look | undefined {
  return looks.find((look) => look.when === when)
}

function times(count: number): string {
  if (count === 0) return 'not at all'
  return count === 1 ? 'once' : `${count} times`
}
