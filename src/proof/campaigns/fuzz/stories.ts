import type { ApiDocument } from './document.ts'
import type { Known } from './draw-value.ts'
import { createPool } from './pool.ts'

/** A call of a story; its body is drawn where none is given. */
interface Step {
  id: string
  body?: object
}

const ORDER = { merchantId: '', amount: 25_990, currency: 'BRL' }
const ordered: Step = { id: 'createSession', body: ORDER }
const orderedToHold: Step = { id: 'createSession', body: { ...ORDER, captureMethod: 'manual' } }
const simulated = (outcome: string): Step => ({ id: 'simulateSession', body: { outcome } })
const HELD = [orderedToHold, simulated('authorize')]
const PAID = [ordered, simulated('pay')]
const captured: Step = { id: 'captureSession', body: {} }
const DISPUTED = [
  ...PAID,
  simulated('dispute'),
  { id: 'listSessionDisputes' },
  { id: 'readDispute' },
  { id: 'readDisputeEvidence' },
]
const REFUNDED = [...PAID, { id: 'createRefund', body: {} }]

/** Series of calls about one session: what they reach, calls that are drawn one by one hardly reach. */
const STORIES: readonly (readonly Step[])[] = [
  [...HELD, { id: 'captureSession' }],
  [...HELD, captured, { id: 'createRefund' }],
  [...HELD, { id: 'voidSession' }],
  [...DISPUTED, simulated('dispute_won'), { id: 'readDispute' }],
  [...HELD, captured, simulated('capture_failed')],
  [...HELD, simulated('authorization_expired'), captured],
  [...DISPUTED, simulated('dispute_answered'), simulated('dispute_lost')],
  [...REFUNDED, simulated('refund_reversed'), { id: 'readRefund' }],
]

/** The story that a client follows, and what its responses named. */
export interface Story {
  /** The next call; undefined when the story is over. */
  next(): Step | undefined
  /** The call was answered: by its success the story goes on, else it ends. */
  answered(isAccepted: boolean, answer: unknown): void
  /** Values of this session before those of others. */
  known(others: Known): Known
}

/** The stories come in turn. */
export function beginStory(document: ApiDocument, turn: number): Story {
  const own = createPool(document, {})
  let left = STORIES[turn % STORIES.length] ?? []
  return {
    next: () => left[0],
    answered(isAccepted, answer) {
      left = isAccepted ? left.slice(1) : []
      if (isAccepted) own.learn(answer)
    },
    known: (others) => ({
      ...others,
      matching(pattern) {
        const values = own.matching(pattern)
        return values.length > 0 ? values : others.matching(pattern)
      },
    }),
  }
}
