import type { Checkout } from '#contract/checkout.ts'
import { mayBeGuess } from '#domain/methods/card/card-decline.ts'
import { METHODS } from '#domain/methods/methods.ts'
import { createSemaphore } from '#domain/limits/semaphore.ts'
import { createSlidingWindow } from '#domain/limits/window.ts'
import type { HttpRefusal } from '#http/http-refusal.ts'

const WINDOW_MS = 600_000
const PENDING_RETRY_SECONDS = 5

/** Rate limit against card testing, by client network. */
export interface CardLimit {
  /** Makes a card payment, unless too many card payments from this network were declined. */
  run(
    network: string | undefined,
    pay: () => Promise<Checkout | HttpRefusal>,
  ): Promise<Checkout | HttpRefusal>
  /** Records the outcome of a payment from any other response. */
  record(network: string | undefined, answer: Checkout | HttpRefusal): void
}

interface Ended {
  paymentId: string
  isPaid: boolean
}

/**
 * A sliding window in this process. Each successful card allows one more decline, so that an office or a mobile network
 * is not taken for one attacker. A payment counts once, however often it is read.
 */
export function createCardLimit({
  declinesMax,
  clock,
}: {
  /** 0: no limit. */
  declinesMax: number
  clock: () => Date
}): CardLimit {
  const recent = createSlidingWindow<Ended>({
    windowMs: WINDOW_MS,
    nowMs: () => clock().getTime(),
  })
  // Pending payments may all be declined: bound them, too.
  const pending = createSemaphore({ permitsPerKeyMax: 2 * declinesMax })

  /** Seconds until another card payment is allowed; 0: now. */
  function secondsToWait(network: string): number {
    const ended = recent.of(network)
    const declined = ended.filter(({ item }) => !item.isPaid)
    const [first] = declined
    const paid = ended.length - declined.length
    if (first === undefined || declined.length < declinesMax + paid) return 0
    return recent.secondsLeft(first)
  }

  function recordOf(network: string, answer: Checkout | HttpRefusal): void {
    if (!('object' in answer) || answer.payment === null) return
    if (!METHODS[answer.payment.method].isOpenToCardTesting) return
    const { id: paymentId, status, declineCode } = answer.payment
    const isPaid = status === 'succeeded'
    if (!isPaid && !(status === 'failed' && mayBeGuess(declineCode))) return
    if (recent.of(network).some(({ item }) => item.paymentId === paymentId)) return
    recent.add(network, { paymentId, isPaid })
  }

  return {
    async run(network, pay) {
      if (declinesMax === 0 || network === undefined) return pay()
      const seconds = secondsToWait(network)
      if (seconds > 0) return tooMany(seconds)
      const release = pending.acquire(network)
      if (release === undefined) return tooMany(PENDING_RETRY_SECONDS)
      try {
        const answer = await pay()
        recordOf(network, answer)
        return answer
      } finally {
        release()
      }
    },
    record(network, answer) {
      if (declinesMax > 0 && network !== undefined) recordOf(network, answer)
    },
  }
}

function tooMany(retryAfterSeconds: number): HttpRefusal {
  return { status: 429, code: 'rate_limited', retryAfterSeconds }
}
