import type { Checkout } from '../../../contract/checkout.ts'
import { mayBeGuess } from '../../../domain/methods/card/card-decline.ts'
import { METHODS } from '../../../domain/methods/methods.ts'
import type { Refused } from '../problem.ts'
import { createRecent } from './recent.ts'

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
  const recent = createRecent<Ended>({ windowMs: WINDOW_MS, clock })
  const underWay = new Map<string, number>()

  /** How long it takes until one more may be tried; 0: now. */
  function secondsToWait(network: string): number {
    const ended = recent.of(network)
    const declined = ended.filter(({ what }) => !what.isPaid)
    const [first] = declined
    if (first === undefined || declined.length < declinesMax + ended.length - declined.length) {
      // Of those that nobody has answered yet, nobody knows.
      return (underWay.get(network) ?? 0) < 2 * declinesMax ? 0 : UNDER_WAY_RETRY_SECONDS
    }
    return Math.ceil((first.atMs + WINDOW_MS - clock().getTime()) / 1000)
  }

  function noteOf(network: string, answer: Checkout | Refused): void {
    if (!('object' in answer) || answer.payment === null) return
    if (!METHODS[answer.payment.method].isOpenToCardTesting) return
    const { id: paymentId, status, declineCode } = answer.payment
    const isPaid = status === 'succeeded'
    if (!isPaid && !(status === 'failed' && mayBeGuess(declineCode))) return
    if (recent.of(network).some(({ what }) => what.paymentId === paymentId)) return
    recent.add(network, { paymentId, isPaid })
  }

  return {
    async attempt(network, pay) {
      if (declinesMax === 0 || network === undefined) return pay()
      const retryAfterSeconds = secondsToWait(network)
      if (retryAfterSeconds > 0) return { status: 429, code: 'rate_limited', retryAfterSeconds }
      underWay.set(network, (underWay.get(network) ?? 0) + 1)
      try {
        const answer = await pay()
        noteOf(network, answer)
        return answer
      } finally {
        const left = (underWay.get(network) ?? 1) - 1
        if (left === 0) underWay.delete(network)
        else underWay.set(network, left)
      }
    },
    note(network, answer) {
      if (declinesMax > 0 && network !== undefined) noteOf(network, answer)
    },
  }
}
