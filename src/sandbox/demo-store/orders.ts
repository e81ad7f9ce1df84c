import type { Order } from './order.ts'

/** In-memory limit: the oldest order is deleted above it, and all end with the process. */
const ORDERS_MAX = 1000
const NOTIFICATION_IDS_MAX = 10_000

export interface Orders {
  get(id: string | undefined): Order | undefined
  save(order: Order): void
  /** Whether an event id is new; records it, so that duplicates are recognized. */
  isNews(notificationId: string): boolean
  /** Fulfills the order; the demo counts how often. */
  giveOut(sessionId: string): void
  timesGivenOut(sessionId: string): number
}

export function createOrders(): Orders {
  const orders = new Map<string, Order>()
  const notificationIds = new Set<string>()
  const givenOut = new Map<string, number>()
  return {
    get: (id) => (id === undefined ? undefined : orders.get(id)),
    save(order) {
      orders.set(order.id, order)
      dropOldest(orders, ORDERS_MAX)
    },
    isNews(notificationId) {
      if (notificationIds.has(notificationId)) return false
      notificationIds.add(notificationId)
      dropOldest(notificationIds, NOTIFICATION_IDS_MAX)
      return true
    },
    giveOut(sessionId) {
      givenOut.set(sessionId, (givenOut.get(sessionId) ?? 0) + 1)
      dropOldest(givenOut, ORDERS_MAX)
    },
    timesGivenOut: (sessionId) => givenOut.get(sessionId) ?? 0,
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
