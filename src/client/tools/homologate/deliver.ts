import { setTimeout as sleep } from 'node:timers/promises'
import { readPlayedSession } from '../chaos/sessions-to-play.ts'
import { ANSWER_TIME_MAX_MS } from '../readiness/checks/other-checks.ts'
import { isTaken } from '../readiness/judge/judge-answers.ts'
import type { Evidence } from '../readiness/go-live/report.ts'
import { signedHeaders, type PlayedNotification } from '../readiness/plays/play.ts'
import type { Rehearsal } from './rehearsal.ts'

type Delivering = Pick<Rehearsal, 'client' | 'post' | 'secrets' | 'clock' | 'signal'>

const TRIES = 40
const BETWEEN_MS = 250

/**
 * Delivers the events of these types of a session to `to`, in their order, as soon as they have happened. Returns what became of
 * each: an answer that is not 2xx is not waited out.
 */
export async function deliverSession(
  delivering: Delivering,
  to: URL,
  { sessionId, types }: { sessionId: string; types: readonly string[] },
): Promise<Evidence[]> {
  const wanted = await happened(delivering, sessionId, types)
  const evidence: Evidence[] = []
  for (const notification of wanted)
    evidence.push(await deliver(delivering, to, { sessionId, notification }))
  return evidence
}

async function happened(
  { client, signal }: Delivering,
  sessionId: string,
  types: readonly string[],
): Promise<PlayedNotification[]> {
  for (let tries = 1; ; tries++) {
    const { notifications } = await readPlayedSession(client, sessionId)
    const wanted = notifications.filter(({ type }) => types.includes(type))
    if (wanted.length >= types.length || tries === TRIES) return wanted
    await sleep(BETWEEN_MS, undefined, { signal })
  }
}

async function deliver(
  { post, secrets, clock, signal }: Delivering,
  to: URL,
  { sessionId, notification }: { sessionId: string; notification: PlayedNotification },
): Promise<Evidence> {
  signal.throwIfAborted()
  const now = clock()
  const { id, type, body } = notification
  const headers = await signedHeaders(notification, now, secrets)
  const answer = await post({ url: to, headers, body, signal, timeoutMs: ANSWER_TIME_MAX_MS })
  const { statusCode, error, durationMs } = answer
  return {
    what: type,
    sessionId,
    eventId: id,
    deliveryId: null,
    status: isTaken({ status: statusCode }) ? 'succeeded' : 'answered',
    attempts: [{ at: now.toISOString(), statusCode, error, durationMs }],
  }
}
