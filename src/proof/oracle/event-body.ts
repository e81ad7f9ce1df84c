import type { EventRow } from './books.ts'

/** Fields that the oracle reads of a notification, by its published form only. */
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

/** Session events with parsed bodies, in the order of their sequence. */
export function readBodies(events: readonly EventRow[]): ToldEvent[] {
  return events
    .map((event) => ({ ...event, told: JSON.parse(event.body) as EventBody }))
    .toSorted((one, other) => one.sequence - other.sequence)
}
