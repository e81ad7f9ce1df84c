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
      payment: PublishedPayment | null
    }
    payment?: PublishedPayment
    refund?: { id: string; paymentId: string; status: string }
    dispute?: PublishedDispute
  }
}

interface PublishedPayment {
  id: string
  status: string
  amountReversed?: number
  amountReinstated?: number
}

interface PublishedDispute {
  id: string
  stage: string
  status: string
  steps?: { kind: string }[]
}

export interface ParsedEvent extends EventRow {
  parsed: EventBody
}

/** Session events with parsed bodies, in the order of their sequence. */
export function readBodies(events: readonly EventRow[]): ParsedEvent[] {
  return events
    .map((event) => ({ ...event, parsed: JSON.parse(event.body) as EventBody }))
    .toSorted((one, other) => one.sequence - other.sequence)
}
