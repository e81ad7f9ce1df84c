import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SignedNotification } from '#contract/sandbox-notifications.ts'
import { judgeDelivery } from '#domain/delivery-result.ts'
import type { ForwardAnswer, Post } from './post.ts'

/** Result of one forwarding attempt. */
export interface ForwardAttempt extends ForwardAnswer {
  id: string
  number: number
  outcome: 'accepted' | 'again' | 'refused'
  againInSeconds: number | null
}

export interface Forwarder {
  /** Queues a notification behind the earlier ones of its session. */
  take(notification: SignedNotification): void
  counts(): { accepted: number; refused: number; unfinished: number }
  /** Resolves when nothing is queued or in flight. */
  idle(): Promise<void>
}

const DELAYS_SECONDS = [1, 5, 25]
const AT_ONCE_MAX = 8
/** Receivers refuse signatures older than five minutes, and a notification can wait long behind others of its session. */
const SIGNATURE_LIFE_MS = 60_000

/**
 * Forwards notifications: one queue per session, sessions in parallel up to a concurrency limit. A failed attempt is
 * retried with backoff and then given up, so that it does not block its session.
 */
export function createForwarder({
  post,
  signAgain,
  report,
  stop,
  delaysSeconds = DELAYS_SECONDS,
  signatureLifeMs = SIGNATURE_LIFE_MS,
}: {
  post: Post
  /** Returns the notification with a new timestamp and signature. */
  signAgain: (notification: SignedNotification) => Promise<SignedNotification>
  report: (attempt: ForwardAttempt) => void
  stop: AbortSignal
  delaysSeconds?: readonly number[]
  signatureLifeMs?: number
}): Forwarder {
  // Each session that waits to be tried again listens to the signal; Node 20 takes more than ten for a leak.
  setMaxListeners(0, stop)
  const counts = { accepted: 0, refused: 0, unfinished: 0 }
  const lastOfSession = new Map<string, Promise<void>>()
  const withPermit = createSemaphore(AT_ONCE_MAX)

  async function forward(notification: SignedNotification, takenMs: number): Promise<void> {
    let signed = notification
    let signedMs = takenMs
    for (let number = 1; !stop.aborted; number++) {
      if (performance.now() - signedMs > signatureLifeMs) {
        signed = await signAgain(signed)
        signedMs = performance.now()
      }
      const current = signed
      const answer = await withPermit(() => post(current, stop))
      if (answer.error === 'stopped') return
      const again = againAfter(answer, delaysSeconds[number - 1])
      const { outcome, againInSeconds } = again
      report({ ...answer, id: notification.id, number, ...again })
      if (outcome !== 'again') {
        counts.unfinished--
        counts[outcome]++
        return
      }
      await sleep((againInSeconds ?? 0) * 1000, undefined, { signal: stop }).catch(() => undefined)
    }
  }

  return {
    take(notification) {
      const takenMs = performance.now()
      const session = notification.sessionId ?? notification.id
      counts.unfinished++
      const before = lastOfSession.get(session) ?? Promise.resolve()
      const done = before
        .then(() => forward(notification, takenMs))
        .finally(() => {
          if (lastOfSession.get(session) === done) lastOfSession.delete(session)
        })
      lastOfSession.set(session, done)
    },
    counts: () => ({ ...counts }),
    async idle() {
      while (lastOfSession.size > 0) await Promise.all(lastOfSession.values())
    },
  }
}

function againAfter(
  { statusCode, error }: ForwardAnswer,
  delaySeconds: number | undefined,
): Pick<ForwardAttempt, 'outcome' | 'againInSeconds'> {
  const verdict = judgeDelivery({
    status: statusCode ?? undefined,
    error: error ?? undefined,
    now: new Date(),
  })
  if (verdict === 'delivered') return { outcome: 'accepted', againInSeconds: null }
  if (verdict === 'disable' || delaySeconds === undefined)
    return { outcome: 'refused', againInSeconds: null }
  return { outcome: 'again', againInSeconds: delaySeconds }
}

/** A semaphore of `count` permits; further work waits for a permit in order. */
function createSemaphore(count: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let free = count
  return async (work) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => void waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) free++
      else next()
    }
  }
}
