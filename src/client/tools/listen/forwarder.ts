import { setTimeout as sleep } from 'node:timers/promises'
import type { SignedNotification } from '../../../contract/sandbox-notifications.ts'
import { judgeDelivery } from '../../../domain/delivery-result.ts'
import type { ForwardAnswer, Post } from './post.ts'

/** What came of one try. */
export interface ForwardTry extends ForwardAnswer {
  id: string
  number: number
  outcome: 'accepted' | 'again' | 'refused'
  againInSeconds: number | null
}

export interface Forwarder {
  /** Forwards it after all that came before of its session. */
  take(notification: SignedNotification): void
  counts(): { accepted: number; refused: number; unfinished: number }
  /** When nothing is under way any more. */
  idle(): Promise<void>
}

const DELAYS_SECONDS = [1, 5, 25]
const AT_ONCE_MAX = 8
/** Receivers refuse what was signed five minutes ago; a notification can wait long behind others of its session. */
const SIGNATURE_LIFE_MS = 60_000

/**
 * Forwards notifications: those of a session one after the other, different sessions side by side. What is not accepted
 * is tried a few times more, and then given up, so that the next ones come.
 */
export function createForwarder({
  post,
  signAgain,
  tell,
  stop,
  delaysSeconds = DELAYS_SECONDS,
  signatureLifeMs = SIGNATURE_LIFE_MS,
}: {
  post: Post
  /** The same notification with a signature of now. */
  signAgain: (notification: SignedNotification) => Promise<SignedNotification>
  tell: (attempt: ForwardTry) => void
  stop: AbortSignal
  delaysSeconds?: readonly number[]
  signatureLifeMs?: number
}): Forwarder {
  const counts = { accepted: 0, refused: 0, unfinished: 0 }
  const lastOfSession = new Map<string, Promise<void>>()
  const inSlot = createSlots(AT_ONCE_MAX)

  async function forward(notification: SignedNotification, takenMs: number): Promise<void> {
    let signed = notification
    let signedMs = takenMs
    for (let number = 1; !stop.aborted; number++) {
      if (performance.now() - signedMs > signatureLifeMs) {
        signed = await signAgain(signed)
        signedMs = performance.now()
      }
      const current = signed
      const answer = await inSlot(() => post(current, stop))
      if (answer.error === 'stopped') return
      const again = againAfter(answer, delaysSeconds[number - 1])
      const { outcome, againInSeconds } = again
      tell({ ...answer, id: notification.id, number, ...again })
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
): Pick<ForwardTry, 'outcome' | 'againInSeconds'> {
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

/** Lets so many things happen at the same time; the others wait for their turn. */
function createSlots(count: number): <T>(work: () => Promise<T>) => Promise<T> {
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
