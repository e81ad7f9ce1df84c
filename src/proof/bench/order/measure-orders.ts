import type { OrderStage, Totals } from './open-order-stage.ts'
import { placeOrder } from './place-order.ts'

/** The costs of one paid order, averaged over a round. */
export interface OrderCosts {
  nodeMs: number
  postgresMs: number
  notifications: number
  ordersPerSecond: number
  statements: Record<string, number>
}

interface Orders {
  orders: number
  /** Orders at once. */
  connections: number
}

/** The costs of orders, until all their notifications are delivered. */
export async function measureOrders(stage: OrderStage, options: Orders): Promise<OrderCosts> {
  const { orders } = options
  const before = await stage.measure()
  const seconds = await placeOrders(stage, options)
  return { ...costs(before, await stage.measure(), orders), ordersPerSecond: orders / seconds }
}

/** Places orders over several connections at once, and waits for their notifications; returns how long the orders took. */
export async function placeOrders(
  stage: OrderStage,
  { orders, connections }: Orders,
): Promise<number> {
  const startedMs = performance.now()
  let left = orders
  const shopper = async () => {
    while (left-- > 0) await placeOrder(stage.shop)
  }
  await Promise.all(Array.from({ length: connections }, shopper))
  const seconds = (performance.now() - startedMs) / 1000
  await stage.delivered()
  return seconds
}

function costs(before: Totals, after: Totals, orders: number): Omit<OrderCosts, 'ordersPerSecond'> {
  const each = (name: Exclude<keyof Totals, 'statements'>) => (after[name] - before[name]) / orders
  const names = Object.keys(after.statements)
  const counted = names.map((name) => [
    name,
    ((after.statements[name] ?? 0) - (before.statements[name] ?? 0)) / orders,
  ])
  return {
    nodeMs: each('nodeMs'),
    postgresMs: each('postgresMs'),
    notifications: each('notifications'),
    statements: Object.fromEntries(counted) as Record<string, number>,
  }
}
