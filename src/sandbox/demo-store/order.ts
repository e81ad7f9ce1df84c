import type { Session, VerifiedNotification } from '#client/index.ts'
import type { Product } from './catalog.ts'

const EVENTS_MAX = 50

/** A verified webhook event, and when it arrived. */
export interface ReceivedEvent {
  id: string
  type: string
  sequence: number
  timestamp: string
  receivedAt: Date
  /** Whether its sequence was newer than the last one applied. */
  applied: boolean
}

/** A session that was opened for an order, with its last known state. */
export interface OrderSession {
  id: string
  url: string
  status: Session['status']
  paymentStatus: Session['paymentStatus']
  /** Whether banks took back all that was paid, as by a chargeback: `paymentStatus` does not say it. */
  isTakenBack: boolean
  sequence: number
  /** The event after which it counted as paid. */
  proof: ReceivedEvent | null
}

export interface Order {
  id: string
  placedAt: Date
  product: Product
  variant: string
  quantity: number
  sessions: readonly OrderSession[]
  events: readonly ReceivedEvent[]
}

export type OrderState =
  | 'unpaid'
  | 'processing'
  | 'paid'
  | 'refunded'
  | 'taken_back'
  | 'canceled'
  | 'expired'

/** The state of an order, derived from its events only. */
export function stateOf(order: Order): OrderState {
  const states = order.sessions.map(stateOfSession)
  return states.find((state) => state === 'paid') ?? states.at(-1) ?? 'unpaid'
}

function stateOfSession({ status, paymentStatus, isTakenBack }: OrderSession): OrderState {
  if (isTakenBack) return 'taken_back'
  if (paymentStatus === 'refunded') return 'refunded'
  // Money that came after the end of a session is paid, but not kept: it goes back.
  if (status === 'complete') return 'paid'
  if (status === 'canceled' || status === 'expired') return status
  return paymentStatus === 'unpaid' ? 'unpaid' : 'processing'
}

export function totalMinor(order: Order): number {
  return order.product.unitAmountMinor * order.quantity
}

export function openSession(order: Order): OrderSession | undefined {
  return order.sessions.find((session) => session.status === 'open')
}

export function proofOf(order: Order): ReceivedEvent | undefined {
  return order.sessions.find((session) => session.proof !== null)?.proof ?? undefined
}

export function withSession(order: Order, session: Session): Order {
  // A repeated call returns the same session.
  if (order.sessions.some(({ id }) => id === session.id)) return order
  const { id, url } = session
  const opened = { id, url, ...whatWasPaid(session), sequence: 0, proof: null }
  return { ...order, sessions: [...order.sessions, opened] }
}

/**
 * Applies a webhook event. Events may arrive out of order: one whose `sequence` is not greater than the last applied
 * one only joins the list.
 */
export function applyEvent(
  order: Order,
  { id, type, sequence, timestamp, data }: VerifiedNotification,
  receivedAt: Date,
): Order {
  // The event can arrive before the response to the call that created its session.
  const { sessions, events } = data.session ? withSession(order, data.session) : order
  const about = sessions.find((session) => session.id === data.session?.id)
  const applied = about !== undefined && sequence > about.sequence
  const received = { id, type, sequence, timestamp, receivedAt, applied }
  return {
    ...order,
    events: [...events, received].slice(-EVENTS_MAX),
    sessions: sessions.map((session) =>
      applied && data.session !== undefined && session === about
        ? withState(session, data.session, received)
        : session,
    ),
  }
}

function whatWasPaid({
  status,
  paymentStatus,
  amountCaptured = 0,
  amountReversed = 0,
  amountReinstated = 0,
}: Session): Pick<OrderSession, 'status' | 'paymentStatus' | 'isTakenBack'> {
  const takenBack = amountReversed - amountReinstated
  return {
    status,
    paymentStatus,
    isTakenBack: takenBack > 0 && takenBack >= amountCaptured,
  }
}

function withState(session: OrderSession, changed: Session, received: ReceivedEvent): OrderSession {
  const next = { ...session, ...whatWasPaid(changed), sequence: received.sequence }
  const becamePaid = stateOfSession(next) === 'paid' && session.proof === null
  return becamePaid ? { ...next, proof: received } : next
}
