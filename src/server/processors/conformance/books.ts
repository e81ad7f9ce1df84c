import type { Movement } from '#domain/compare-books.ts'
import type { ProcessorMovements } from '../processor.ts'
import { type Bench, type Made } from './bench.ts'
import type { LedgerEntry } from './driver.ts'
import { must, skip } from './must.ts'
import { MovementsSchema } from './port-schemas.ts'

const DAY_MS = 86_400_000
/** More pages than any list of a run has. */
const PAGES_MAX = 1000

export type ListedMovement = ProcessorMovements['movements'][number]

/** The movements of a payment: from the processor's own books where the driver shows them, else from the module's list. */
export async function movedOf(bench: Bench, made: Made): Promise<readonly LedgerEntry[]> {
  await bench.driver.settle?.()
  const { paymentId } = made.payment
  if (bench.driver.ledger !== undefined) return bench.driver.ledger(paymentId)
  return ownMovements(await listAll(bench), made)
}

export function ownMovements<T extends Movement>(
  all: readonly T[],
  { payment, refunds }: Made,
): T[] {
  const ids = [payment.paymentId, ...refunds.map(({ refundId }) => refundId)]
  return all.filter(({ id }) => ids.includes(id))
}

/** Every movement since a time, by default of the last day, page by page. */
export async function listAll(
  { processor, context }: Bench,
  since = new Date(context.clock().getTime() - DAY_MS),
): Promise<ListedMovement[]> {
  if (processor.listMovements === undefined)
    skip('needs the driver’s `ledger`, or the module’s `listMovements`')
  const all: ListedMovement[] = []
  let cursor: string | undefined
  for (let pages = 1; ; pages += 1) {
    must(pages <= PAGES_MAX, `the list had not ended after ${PAGES_MAX} pages`)
    const page = await processor.listMovements({ since, ...(cursor !== undefined && { cursor }) })
    const { success, error } = MovementsSchema.safeParse(page)
    must(
      success,
      `a page of movements is not of the port’s form: ${error?.issues[0]?.path.join('.') ?? ''}`,
    )
    const times = page.movements.map(({ at }) => at.getTime())
    must(
      times.every((at, index) => index === 0 || at >= (times[index - 1] ?? at)),
      'a page is not ordered oldest first',
    )
    all.push(...page.movements)
    if (page.next === undefined) return all
    must(page.next !== cursor, 'a page names itself as the next one')
    cursor = page.next
  }
}

export function sumOf(entries: readonly LedgerEntry[], kind: LedgerEntry['kind']): number {
  const own = entries.filter((entry) => entry.kind === kind)
  // A listed reversal has the total so far, and one of a ledger its own amount: the sum is right for a single reversal.
  return own.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
}

/** Asserts that exactly the amounts of `captures` and `refunds` were captured and refunded. */
export async function mustHaveMoved(
  bench: Bench,
  made: Made,
  expected: { captures: readonly number[]; refunds?: readonly number[] },
): Promise<void> {
  const moved = await movedOf(bench, made)
  const amounts = (kind: Movement['kind']) =>
    moved.filter((entry) => entry.kind === kind).map(({ amountMinor }) => amountMinor)
  for (const [kind, wanted] of [
    ['capture', expected.captures],
    ['refund', expected.refunds ?? []],
  ] as const) {
    const found = amounts(kind)
    const isSame = sorted(found) === sorted(wanted)
    must(
      isSame,
      `the books have the ${kind}s [${found.join(', ')}], and not [${wanted.join(', ')}]`,
    )
  }
}

/** Asserts that nothing of a payment is held any more, where the driver's ledger tells of holds. */
export async function mustHoldNothing(bench: Bench, made: Made): Promise<void> {
  const moved = await movedOf(bench, made)
  const heldMinor = sumOf(moved, 'authorization') - sumOf(moved, 'capture') - sumOf(moved, 'void')
  must(heldMinor <= 0, `${heldMinor} of the shopper’s money is still held`)
}

function sorted(amounts: readonly number[]): string {
  return amounts.toSorted((a, b) => a - b).join()
}
