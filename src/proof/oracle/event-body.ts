import type { EventRow } from './books.ts'

/** What the oracle reads in a notification: the published form of events, nothing else. */
export interface EventBody {
  id: string
  type: string
  sequence: number
  data: {
    session?: {
      id: string
      status: string
      paymentStatus: string
      paidLate: boolean
      payment: ToldPayment | null
    }
    payment?: ToldPayment
    refund?: { id: string; paymentId: string; status: string }
  }
}

interface ToldPayment {
  id: string
  status: string
}

export interface ToldEvent extends EventRow {
  told: EventBody
}

/** Events of sessions with their bodies read, in the order of their sequence. */
export function readBodies(events: readonly EventRow[]): ToldEvent[] {
  return events
    .map((event) => ({ ...event, told: JSON.parse(event.body) as EventBody }))
    .toSorted((one, other) => one.sequence - other.sequence)
}
