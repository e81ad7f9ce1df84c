import type { Order } from './order.ts'

/** A demonstration forgets: the oldest order goes when there are more, and all of them when the process ends. */
const ORDERS_MAX = 1000
const NOTIFICATION_IDS_MAX = 10_000

export interface Orders {
  get(id: string | undefined): Order | undefined
  save(order: Order): void
  /** Whether a notification comes for the first time; remembers it. */
  isNews(notificationId: string): boolean
}

export function createOrders(): Orders {
  const orders = new Map<string, Order>()
  const notificationIds = new Set<string>()
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
