import { isAbout, type Bench, type Made } from './bench.ts'
import { driverWith, type SentNotification } from './driver.ts'
import { must, show } from './must.ts'

/** Orders of the facts of one payment that are tried: 24 are all orders of four. */
const ORDERS_MAX = 24

type Ask = (bench: Bench, made: Made) => Promise<unknown>

/** Asserts that a payment's notifications lead to the same, in whatever order they come, each of them twice. */
export async function mustBeSameInAnyOrder(bench: Bench, made: Made, ask: Ask): Promise<void> {
  const wanted = show(await outcomeInOrder(bench, made, ask, (sent) => sent))
  const orders = permutations((await sentBy(bench)).length)
  for (const order of orders) {
    const inOrder = (sent: readonly SentNotification[]) =>
      [...order, ...order].flatMap((index) => sent[index] ?? [])
    const found = show(await outcomeInOrder(bench, made, ask, inOrder))
    must(
      found === wanted,
      `in the order ${order.map((index) => index + 1).join(', ')} the outcome is ${found}, else ${wanted}`,
    )
  }
}

type Read = Awaited<ReturnType<typeof read>>

export function read(
  processor: Bench['processor'],
  { rawBody, headers, arrival }: SentNotification,
) {
  return processor.readNotification(
    rawBody,
    new Headers(headers),
    arrival ?? { path: '', isCertified: false },
  )
}

export function paymentsOf(answer: Read): string[] {
  return [answer ?? []].flat().flatMap(({ paymentId }) => paymentId ?? [])
}

export async function sentBy({ driver }: Bench): Promise<readonly SentNotification[]> {
  await driver.settle?.()
  return (await driver.notifications?.()) ?? []
}

/** What is asked about a payment, from a module that has read the notifications in this order. */
async function outcomeInOrder(
  bench: Bench,
  made: Made,
  ask: Ask,
  inOrder: (sent: readonly SentNotification[]) => readonly SentNotification[],
): Promise<unknown> {
  const own: SentNotification[] = []
  for (const sent of await sentBy(bench))
    if ([(await read(bench.processor, sent)) ?? []].flat().some((one) => isAbout(one, made)))
      own.push(sent)
  const other = await bench.again()
  const driver = driverWith(other.driver, { notifications: async () => inOrder(own) })
  return ask({ ...other, driver }, { ...made })
}

/** All orders of the indexes below `length`; only of the first four when there are more. */
function permutations(length: number): number[][] {
  let orders: number[][] = [[]]
  for (let index = 0; index < Math.min(length, 4); index += 1)
    orders = orders.flatMap((order) =>
      Array.from({ length: order.length + 1 }, (_, at) => order.toSpliced(at, 0, index)),
    )
  return orders.slice(0, ORDERS_MAX)
}
