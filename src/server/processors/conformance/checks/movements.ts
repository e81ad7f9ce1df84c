import {
  AMOUNT_MINOR,
  type Bench,
  driven,
  inquire,
  type Made,
  newRefund,
  paid,
  refund,
} from '../bench.ts'
import { listAll, type ListedMovement, ownMovements } from '../books.ts'
import type { Check } from '../check.ts'
import { must, show, skip } from '../must.ts'
import { eachRequest } from '../each-request.ts'
import { type Fault, proxyError } from '../network.ts'

/** What reconciliation compares. */
export const MOVEMENTS: readonly Check[] = [
  {
    id: 'movements.once',
    holds:
      'Every charge and refund is listed once, by our id, with its exact amount, over all pages.',
    matters: 'Reconciliation finds what is missing in the books; one listed twice is an alarm.',
    remedy:
      'Follow the processor’s pages to the end, and answer `paymentId` and `refundId` as `id`.',
    async run(bench) {
      if (bench.processor.listMovements === undefined) skip('the module has no `listMovements`')
      const all = []
      for (let left = CHARGES; left > 0; left -= 1) {
        const made = await paid(bench)
        await refund(bench, made, newRefund(bench, made, 990))
        all.push(made)
      }
      await bench.driver.settle?.()
      const listed = await listAll(await bench.again())
      for (const made of all) {
        const found = ownMovements(listed, made).map(({ kind, amountMinor, currency }) =>
          [kind, amountMinor, currency].join(' '),
        )
        const { currency } = made.payment
        const wanted = [`capture ${AMOUNT_MINOR} ${currency}`, `refund 990 ${currency}`]
        must(
          found.toSorted().join() === wanted.join(),
          `a payment and its refund are listed as ${show(found)}`,
        )
      }
    },
  },
  {
    id: 'movements.again',
    holds: 'The list can be read twice, with the same result.',
    matters: 'A comparison that broke off begins anew.',
    remedy: 'Keep the place in the cursor, not in memory.',
    async run(bench) {
      if (bench.processor.listMovements === undefined) skip('the module has no `listMovements`')
      const made = await paid(bench)
      const first = ownMovements(await listAll(bench), made)
      const second = ownMovements(await listAll(bench), made)
      must(first.length > 0, 'the charge is not listed')
      must(show(first) === show(second), `first ${show(first)}, then ${show(second)}`)
    },
  },
  {
    id: 'movements.since',
    holds:
      'The list begins at `since`: what moved then or later is on its pages once, what moved before is not.',
    matters:
      'Reconciliation compares a period: one movement too many or too few is a false alarm, or hides a true one.',
    remedy:
      'Pass `since` with each page, also to the list of refunds, and leave out what moved before it where the processor knows days only.',
    async run(bench) {
      if (bench.processor.listMovements === undefined) skip('the module has no `listMovements`')
      const all = [await movedOverTime(bench), await movedOverTime(bench)]
      const ownOf = (listed: readonly ListedMovement[]) =>
        all.flatMap((made) => ownMovements(listed, made))
      const listed = ownOf(await listAll(bench))
      must(listed.length >= 4, `two payments and their refunds are listed as ${show(listed)}`)
      const boundaries = boundariesOf(listed, bench.context.clock())
      if (!boundaries.some((since) => listed.some(({ at }) => at < since)))
        skip('not judged: all moved at one time; let the driver’s `clock` move with `settle`')
      for (const since of boundaries) {
        const found = inOrder(ownOf(await listAll(bench, since)))
        const wanted = inOrder(listed.filter(({ at }) => at >= since))
        must(
          found.join() === wanted.join(),
          `since ${since.toISOString()} it listed [${found.join(', ')}], and not [${wanted.join(', ')}]`,
        )
      }
    },
  },
  {
    id: 'movements.lost',
    holds: 'A list of which a page has no answer, or one of a proxy, is no list: the call throws.',
    matters: 'A list that is too short makes money that is there look like money that is missing.',
    remedy: 'Let the error of a page pass, and answer an empty page only where the processor does.',
    async run(bench) {
      if (bench.processor.listMovements === undefined) skip('the module has no `listMovements`')
      const since = bench.context.clock()
      const faults: Fault[] = [{ type: 'lost_before' }, proxyError(404), proxyError(502)]
      for (const fault of faults)
        await eachRequest(bench, fault, {
          prepare: paid,
          call: (within) => listAll(within, since),
          async judge(_, made, ended, request) {
            if ('error' in ended) return
            must(
              ownMovements(ended.answer, made).length > 0,
              `request ${request} had no answer, and a list without the payment was answered`,
            )
          },
        })
    },
  },
  {
    id: 'reversal.inquire',
    holds: 'What the network takes back is the `reversedMinor` of the outcome, as a total.',
    matters: 'The merchant learns of the loss by it.',
    remedy: 'Add up what was taken back without a refund of ours.',
    async run(bench) {
      const { driver } = bench
      if (driver.reverse === undefined) skip('needs the driver’s `reverse`')
      const made = await paid(bench)
      for (const total of [990, 2_990]) {
        await driver.reverse(driven(made), total === 990 ? 990 : 2_000)
        await bench.driver.settle?.()
        const outcome = await inquire(bench, made)
        const isExact =
          outcome.status === 'succeeded' &&
          outcome.capturedMinor === AMOUNT_MINOR &&
          outcome.reversedMinor === total
        must(isExact, `${total} was taken back, and the inquiry answered ${show(outcome)}`)
      }
    },
  },
  {
    id: 'reversal.movement',
    holds: 'What the network takes back is listed as a reversal with the payment’s id.',
    matters: 'It is missing in the merchant’s account.',
    remedy: 'List it with the total so far, and not as a refund.',
    async run(bench) {
      const { driver } = bench
      if (bench.processor.listMovements === undefined) skip('the module has no `listMovements`')
      if (driver.reverse === undefined) skip('needs the driver’s `reverse`')
      const made = await paid(bench)
      await driver.reverse(driven(made), 990)
      await bench.driver.settle?.()
      const found = ownMovements(await listAll(bench), made).filter(
        ({ kind }) => kind !== 'capture',
      )
      const [only] = found
      must(
        found.length === 1 && only?.kind === 'reversal' && only.amountMinor === 990,
        `it is listed as ${show(found)}`,
      )
    },
  },
]

const CHARGES = 5

/** Long enough for a clock of milliseconds to move. */
const MOMENT_MS = 5

/** A payment, its refund and, where the driver has them, a reversal: one after the other. */
async function movedOverTime(bench: Bench): Promise<Made> {
  const { driver } = bench
  const pass = async () => {
    await driver.settle?.()
    await new Promise((resolve) => setTimeout(resolve, MOMENT_MS))
  }
  const made = await paid(bench)
  await pass()
  await refund(bench, made, newRefund(bench, made, 990))
  await pass()
  await driver.reverse?.(driven(made), 500)
  await pass()
  return made
}

/** The time of each movement and the moment after it, as far as they have passed. */
function boundariesOf(listed: readonly ListedMovement[], now: Date): Date[] {
  const times = listed.flatMap(({ at }) => [at.getTime(), at.getTime() + 1])
  return [...new Set(times)].filter((time) => time <= now.getTime()).map((time) => new Date(time))
}

function inOrder(movements: readonly ListedMovement[]): string[] {
  return movements
    .map(({ kind, amountMinor, at }) => `${kind} ${amountMinor} at ${at.toISOString()}`)
    .toSorted()
}
