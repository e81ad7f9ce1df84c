import { isAbout, type Bench, type Made } from './bench.ts'
import { driverWith, type SentNotification } from './driver.ts'
import { must, show } from './must.ts'

/** 24 orders of the notifications of one payment are tried. */
const PERMUTED_MAX = 4

type Ask = (bench: Bench, made: Made) => Promise<unknown>

/** Asserts that a payment's notifications lead to the same, in whatever order they come, each of them twice. */
export async function mustBeSameInAnyOrder(bench: Bench, made: Made, ask: Ask): Promise<void> {
  const own = await sentAbout(bench, made)
  const wanted = show(await outcomeInOrder(bench, made, ask, own))
  for (const order of permutations(own.length)) {
    const inOrder = [...order, ...order].flatMap((index) => own[index] ?? [])
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

/** The notifications about a payment, as they were sent. */
async function sentAbout(bench: Bench, made: Made): Promise<SentNotification[]> {
  const own: SentNotification[] = []
  for (const sent of await sentBy(bench))
    if ([(await read(bench.processor, sent)) ?? []].flat().some((one) => isAbout(one, made)))
      own.push(sent)
  return own
}

/** What is asked about a payment, from a module that has read these notifications in this order. */
async function outcomeInOrder(
  bench: Bench,
  made: Made,
  ask: Ask,
  sent: readonly SentNotification[],
): Promise<unknown> {
  const other = await bench.again()
  const driver = driverWith(other.driver, { notifications: async () => sent })
  return ask({ ...other, driver }, { ...made })
}

/** All orders of the indexes below `length`; of the last four alone when there are more, before or after the others. */
function permutations(length: number): number[][] {
  const first = Math.max(0, length - PERMUTED_MAX)
  const others = Array.from({ length: first }, (_, index) => index)
  let orders: number[][] = [[]]
  for (let index = first; index < length; index += 1)
    orders = orders.flatMap((order) =>
      Array.from({ length: order.length + 1 }, (_, at) => order.toSpliced(at, 0, index)),
    )
  return orders.map((order, at) => (at % 2 === 0 ? [...order, ...others] : [...others, ...order]))
}
