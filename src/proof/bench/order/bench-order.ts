import { z } from 'zod'
import { table } from '#client/tools/command-line/table.ts'
import { runCommandLine } from '../../command-line/command-line.ts'
import type { Comparison } from '../against/comparison.ts'
import { AGAINST_NOTES, publishComparisons } from '../against/publish-comparisons.ts'
import { openSides, takeTurns } from '../against/take-turns.ts'
import { onStage } from '../command/on-stage.ts'
import { against, ENOUGH_PAIRS, json, PAIRS_MIN, roundsOrPairs } from '../command/options.ts'
import { print } from '../command/publish.ts'
import { METERED, startMeter } from '../stage/meter.ts'
import { openOwnTree } from '../stage/tree.ts'
import { median, range, spread } from '../statistics.ts'
import { NOTIFYING } from './count-statements.ts'
import { COMMITTERS, measureCommits, type CommitsPerSecond } from './measure-commits.ts'
import { measureOrders, placeOrders, type OrderCosts } from './measure-orders.ts'
import { openOrderStage } from './open-order-stage.ts'

const WARM_UP_ORDERS = 100
/** Statements per order below which the report omits a statement: it belongs to a background task that polls anyway. */
const SHOWN_MIN = 0.02
const ROUNDS = 5

const Options = z
  .object({
    json: json(),
    against: against(),
    rounds: roundsOrPairs(ROUNDS, 'rounds'),
    orders: z.int().min(1).default(300).describe('paid orders of a round'),
    connections: z.int().min(1).default(16).describe('orders at once'),
  })
  .refine(...ENOUGH_PAIRS)
type OrderOptions = z.output<typeof Options>

await runCommandLine(
  {
    command: 'npm run bench:order --',
    about:
      'Measures what a paid order costs: statements, and processor time of Node and PostgreSQL.',
    options: Options,
    notes: `An order: the merchant creates the session, with an idempotency key; the page's backend reads it; the card's frame reads what it seals
to; the card is paid at a processor in the same process, which takes it at once; two notifications are delivered and answered with 2xx.
API and worker share a process, composed as "checkout serve" does; the page is not rendered. BEGIN and COMMIT count as statements, and
each statement is a round trip. Statements of tasks that poll are part of the sum: with few orders a second they weigh more.
Processor times are of the whole processes, while nothing but the orders uses them. Linux only.
${AGAINST_NOTES}`,
  },
  process.argv.slice(2),
  bench,
)

async function bench(options: OrderOptions): Promise<void> {
  if (options.against !== undefined)
    return publishComparisons(options, [await benchAgainst(options.against, options)])
  const open = async (opening: AsyncDisposableStack) => openOrderStage(opening, await openOwnTree())
  const result = await onStage(open, async (stage) => {
    await measureOrders(stage, { ...options, orders: WARM_UP_ORDERS })
    const measured: OrderCosts[] = []
    const { rounds = ROUNDS } = options
    while (measured.length < rounds) measured.push(await measureOrders(stage, options))
    return { ...summary(measured), commits: await measureCommits(stage.served.databaseUrl) }
  })
  print(options.json, result, report(result))
}

/** Compares the orders of this tree with those of another. */
function benchAgainst(
  other: string,
  { rounds = PAIRS_MIN, orders, connections }: OrderOptions,
): Promise<Comparison> {
  const open = (opening: AsyncDisposableStack) =>
    openSides(other, async (tree) => {
      const stage = await openOrderStage(opening, tree, METERED)
      const cpuMicroseconds = async () => (await stage.measure()).nodeMs * 1000
      const measure = await startMeter(stage.served, cpuMicroseconds)
      const place = async (count: number) => {
        await placeOrders(stage, { orders: count, connections })
        return count
      }
      await place(WARM_UP_ORDERS)
      return { round: () => measure(() => place(orders)) }
    })
  return onStage(open, (sides) =>
    takeTurns('a paid order', sides, { rounds, measure: (side) => side.round() }),
  )
}

type Summary = ReturnType<typeof summary> & { commits: CommitsPerSecond }

function summary(rounds: readonly OrderCosts[]) {
  const of = (value: (costs: OrderCosts) => number) => spread(rounds.map(value))
  const names = [...new Set(rounds.flatMap(({ statements }) => Object.keys(statements)))]
  const perOrder = names.map((name) => ({
    name,
    perOrder: median(rounds.map(({ statements }) => statements[name] ?? 0)),
  }))
  return {
    costs: {
      'Node, ms': of(({ nodeMs }) => nodeMs),
      'PostgreSQL, ms': of(({ postgresMs }) => postgresMs),
      'statements, with begin and commit': of(({ statements }) => sum(statements)),
      'begin and commit pairs': of(({ statements }) => statements['begin'] ?? 0),
      'statements with NOTIFY': of(({ statements }) => statements[NOTIFYING] ?? 0),
      'notifications delivered': of(({ notifications }) => notifications),
      'orders a second': of(({ ordersPerSecond }) => ordersPerSecond),
    },
    statements: perOrder
      .filter(({ name, perOrder: count }) => name !== NOTIFYING && count >= SHOWN_MIN)
      .toSorted((one, other) => other.perOrder - one.perOrder),
  }
}

function sum(statements: Record<string, number>): number {
  const counts = Object.entries(statements).filter(([name]) => name !== NOTIFYING)
  return counts.reduce((total, [, count]) => total + count, 0)
}

function report({ costs, statements, commits }: Summary): string {
  const rows = Object.entries(costs).map(([name, cost]) => [
    name,
    cost.median.toFixed(2),
    range(cost),
  ])
  return [
    table(['of one paid order', 'median', 'of single rounds'], rows),
    '',
    table(
      ['statement', 'per order'],
      statements.map(({ name, perOrder }) => [name, perOrder.toFixed(2)]),
    ),
    '',
    table(
      [`small transactions over ${COMMITTERS} connections`, 'a second'],
      Object.entries(commits).map(([name, rate]) => [name, rate.toFixed(0)]),
    ),
    '',
  ].join('\n')
}
