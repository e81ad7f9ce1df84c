import type { Checkout } from '../../../contract/checkout.ts'
import { mayBeGuess } from '../../../domain/methods/card/card-decline.ts'
import { METHODS } from '../../../domain/methods/methods.ts'
import { createSemaphore } from '../../../domain/limits/semaphore.ts'
import { createSlidingWindow } from '../../../domain/limits/window.ts'
import type { Refused } from '../problem.ts'

const WINDOW_MS = 600_000
const UNDER_WAY_RETRY_SECONDS = 5

/** Slows down whoever tries many cards from one address. */
export interface CardLimit {
  /** Makes an attempt by card, unless too many of its address were declined. */
  attempt(
    network: string | undefined,
    pay: () => Promise<Checkout | Refused>,
  ): Promise<Checkout | Refused>
  /** Learns from what else is answered how an attempt ended. */
  note(network: string | undefined, answer: Checkout | Refused): void
}

interface Ended {
  paymentId: string
  isPaid: boolean
}

/**
 * Counts in this process. Each card that is paid with allows for one more that is declined, so that an office or a mobile
 * network is not taken for one busy thief; an attempt counts once, however often its answer is asked for.
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
  // How those that are under way end, nobody knows yet.
  const underWay = createSemaphore({ permitsPerKeyMax: 2 * declinesMax })

  /** How long it takes until one more may be tried; 0: now. */
  function secondsToWait(network: string): number {
    const ended = recent.of(network)
    const declined = ended.filter(({ item }) => !item.isPaid)
    const [first] = declined
    const paid = ended.length - declined.length
    if (first === undefined || declined.length < declinesMax + paid) return 0
    return recent.secondsLeft(first)
  }

  function noteOf(network: string, answer: Checkout | Refused): void {
    if (!('object' in answer) || answer.payment === null) return
    if (!METHODS[answer.payment.method].isOpenToCardTesting) return
    const { id: paymentId, status, declineCode } = answer.payment
    const isPaid = status === 'succeeded'
    if (!isPaid && !(status === 'failed' && mayBeGuess(declineCode))) return
    if (recent.of(network).some(({ item }) => item.paymentId === paymentId)) return
    recent.add(network, { paymentId, isPaid })
  }

  return {
    async attempt(network, pay) {
      if (declinesMax === 0 || network === undefined) return pay()
      const seconds = secondsToWait(network)
      if (seconds > 0) return tooMany(seconds)
      const release = underWay.acquire(network)
      if (release === undefined) return tooMany(UNDER_WAY_RETRY_SECONDS)
      try {
        const answer = await pay()
        noteOf(network, answer)
        return answer
      } finally {
        release()
      }
    },
    note(network, answer) {
      if (declinesMax > 0 && network !== undefined) noteOf(network, answer)
    },
  }
}

function tooMany(retryAfterSeconds: number): Refused {
  return { status: 429, code: 'rate_limited', retryAfterSeconds }
}
