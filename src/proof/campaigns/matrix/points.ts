import type { Fate, StepKind } from '../simulation/scheduler.ts'

/** One fault: which step of which work, and its fate. */
export interface Break {
  label: string
  kind: StepKind
  /** Any, by default. */
  name?: string
  fate: Fate
}

/** Where a process crashes. */
export interface Point {
  name: string
  what: string
  /** The faults in the order in which they occur; the last one is the point itself. */
  breaks: readonly Break[]
  /** The operator's command after the payment request. */
  operation?: 'migrate' | 'rotate'
  /** The processor decides after its response, so that it sends a notification. */
  isDecidedLater?: true
  /** The processor's notifications are withheld until the point is reached. */
  isNotifiedLate?: true
}

const PAY = 'POST /v1/checkout/reference/payments'
const ASKS = { label: PAY, kind: 'processor', name: 'POST /payments' } as const
const BEGINS = { label: PAY, kind: 'statement', name: 'begin payment' } as const
const SETTLES = { label: PAY, kind: 'statement', name: 'settle payment' } as const
const DIES_UNDECIDED: Break = { ...ASKS, fate: 'dies after' }

/** From a payment's first row to its last notification. */
export const POINTS: readonly Point[] = [
  {
    name: 'CP1',
    what: 'before the payment has a row',
    breaks: [{ ...BEGINS, fate: 'dies before' }],
  },
  {
    name: 'CP2',
    what: 'the payment is committed from a fresh read, after its session has changed',
    breaks: [
      { ...BEGINS, fate: 'stale' },
      { ...BEGINS, fate: 'dies after' },
    ],
  },
  {
    name: 'CP3',
    what: 'the payment is committed, the processor not called',
    breaks: [{ ...BEGINS, fate: 'dies after' }],
  },
  {
    name: 'CP4',
    what: 'the processor is called, and has not responded',
    breaks: [{ ...ASKS, fate: 'dies meanwhile' }],
  },
  { name: 'CP5', what: 'the response is read, nothing written', breaks: [DIES_UNDECIDED] },
  {
    name: 'CP6',
    what: 'the outcome is committed, the answer of the database lost',
    breaks: [{ ...SETTLES, fate: 'lost after' }],
  },
  {
    name: 'CP7',
    what: 'the outcome is committed, the response not sent',
    breaks: [{ ...SETTLES, fate: 'dies after' }],
  },
  {
    name: 'CP8',
    what: 'the response to the shopper is lost',
    breaks: [{ label: PAY, kind: 'response', fate: 'lost before' }],
  },
  {
    name: 'CP9',
    what: 'a delivery is claimed, not sent',
    breaks: [{ label: 'deliver', kind: 'receiver', fate: 'dies before' }],
  },
  {
    name: 'CP10',
    what: 'the receiver has accepted it, and it is not marked as delivered',
    breaks: [{ label: 'deliver', kind: 'receiver', fate: 'dies after' }],
  },
  {
    name: 'CP11',
    what: 'a notification of the processor is accepted, its outcome not written',
    breaks: [DIES_UNDECIDED, { ...SETTLES, label: 'the processor works', fate: 'dies before' }],
    isDecidedLater: true,
  },
  {
    name: 'CP12',
    what: 'the result of an inquiry is committed, and nothing after it',
    breaks: [DIES_UNDECIDED, { ...SETTLES, label: 'resolve', fate: 'dies after' }],
    isNotifiedLate: true,
  },
  {
    name: 'CP13',
    what: 'a new release starts over an undecided payment, and crashes in its migration',
    breaks: [DIES_UNDECIDED],
    operation: 'migrate',
  },
  {
    name: 'CP14',
    what: 'the operator rotates key and secret, and crashes',
    breaks: [
      { label: 'rotate key', kind: 'commit', fate: 'dies before' },
      { label: 'rotate secret', kind: 'commit', fate: 'dies after' },
    ],
    operation: 'rotate',
  },
]
