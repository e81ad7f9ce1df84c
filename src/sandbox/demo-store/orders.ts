import type { Order } from './order.ts'

/** Maximum of orders in memory. Above it the oldest order is deleted; all are lost when the process ends. */
const ORDERS_MAX = 1000
const EVENT_IDS_MAX = 10_000

export interface Orders {
  get(id: string | undefined): Order | undefined
  save(order: Order): void
  /** Whether an event id is new; records it, so that duplicates are recognized. */
  isNew(eventId: string): boolean
  /** Fulfills the order; the demo counts how often. */
  fulfill(sessionId: string): void
  timesFulfilled(sessionId: string): number
}

export function createOrders(): Orders {
  const orders = new Map<string, Order>()
  const eventIds = new Set<string>()
  const fulfilled = new Map<string, number>()
  return {
    get: (id) => (id === undefined ? undefined : orders.get(id)),
    save(order) {
      orders.set(order.id, order)
      dropOldest(orders, ORDERS_MAX)
    },
    isNew(eventId) {
      if (eventIds.has(eventId)) return false
      eventIds.add(eventId)
      dropOldest(eventIds, EVENT_IDS_MAX)
      return true
    },
    fulfill(sessionId) {
      fulfilled.set(sessionId, (fulfilled.get(sessionId) ?? 0) + 1)
      dropOldest(fulfilled, ORDERS_MAX)
    },
    timesFulfilled: (sessionId) => fulfilled.get(sessionId) ?? 0,
  }
}

function dropOldest(
  collection: { size: number; keys(): Iterable<string>; delete(key: string): boolean },
  sizeMax: number,
): void {
  if (collection.size <= sizeMax) return
  for (const oldest of collection.keys()) {
    collection.delete(oldest)
    return
  }
}
