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

/** Places orders over several connections at once, and waits until all their notifications are delivered. */
export async function measureOrders(
  stage: OrderStage,
  { orders, connections }: { orders: number; connections: number },
): Promise<OrderCosts> {
  const before = await stage.measure()
  const startedMs = performance.now()
  let left = orders
  const shopper = async () => {
    while (left-- > 0) await placeOrder(stage.shop)
  }
  await Promise.all(Array.from({ length: connections }, shopper))
  const seconds = (performance.now() - startedMs) / 1000
  await stage.delivered()
  return { ...costs(before, await stage.measure(), orders), ordersPerSecond: orders / seconds }
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
