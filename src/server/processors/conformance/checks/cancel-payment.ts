import {
  AMOUNT_MINOR,
  type Bench,
  cancel,
  create,
  inquire,
  isToBeCaptured,
  type Made,
  newPayment,
  paid,
  pay,
  needProcessor,
} from '../bench.ts'
import { movedOf, mustHaveMoved, mustHoldNothing, sumOf } from '../books.ts'
import type { Check } from '../check.ts'
import { must, show } from '../must.ts'
import { attempt, eachRequest } from '../each-request.ts'
import { waiting } from './inquire.ts'

/** Long enough for a request on this machine, and short enough to wait for. */
const TIMEOUT_MS = 300

/** Checks that a payment that was given up stays given up. */
export const CANCEL: readonly Check[] = [
  {
    id: 'cancel.waiting',
    holds:
      'A payment that nobody has paid is `failed` after its cancellation, twice the same, and cannot be paid.',
    matters: 'The shopper pays by another method, and would pay twice.',
    remedy: 'Remove the charge at the processor before you answer.',
    async run(bench) {
      const made = await waiting(bench)
      const code = { ...made }
      const first = await cancel(bench, made)
      must(first.status === 'failed', `it was answered with ${show(first)}`)
      const second = await cancel(bench, made)
      must(second.status === 'failed', `the second time it was answered with ${show(second)}`)
      must(!(await pay(bench, code)), 'the shopper could still pay')
      const after = await inquire(bench, made)
      // Where the processor cannot be asked (`isTold`), it may tell nothing of a payment that was given up.
      const isUntold = bench.processor.isTold === true && after.status === 'not_known_yet'
      must(after.status === 'failed' || isUntold, `the inquiry then answered ${show(after)}`)
    },
  },
  {
    id: 'cancel.paid',
    holds: 'The cancellation of a paid payment answers `succeeded`, and the money stays.',
    matters: 'Money that came first counts, or somebody pays for nothing.',
    remedy: 'Ask for the state where the processor refuses the cancellation.',
    async run(bench) {
      const made = await paid(bench)
      for (const time of ['first', 'second']) {
        const outcome = await cancel(bench, made)
        const isExact = outcome.status === 'succeeded' && outcome.capturedMinor === AMOUNT_MINOR
        must(isExact, `the ${time} was answered with ${show(outcome)}`)
      }
      await mustHaveMoved(bench, made, { captures: [AMOUNT_MINOR] })
    },
  },
  {
    id: 'cancel.unknown',
    holds:
      'The cancellation of an unknown payment leaves a tombstone: `failed` with `processing_error`, and so is its creation afterwards.',
    matters: 'A request that is still under way would start a payment that nobody waits for.',
    remedy:
      'Let the processor refuse the id: create the charge and remove it, or have it store the refusal.',
    async run(bench) {
      needProcessor(bench)
      const made = await newPayment(bench)
      for (const time of ['first', 'second']) {
        const outcome = await cancel(bench, made)
        const isTombstone =
          outcome.status === 'failed' &&
          (time === 'second' || outcome.declineCode === 'processing_error')
        must(isTombstone, `the ${time} was answered with ${show(outcome)}`)
      }
      await mustStayDead(await bench.again(), made)
    },
  },
  {
    id: 'cancel.late_arrival',
    holds: 'A creation that reaches the processor after the payment was given up starts nothing.',
    matters: 'A request can be minutes late; the shopper has paid by another method by then.',
    remedy:
      'The same as for `cancel.unknown`: the tombstone stands at the processor, not in memory.',
    run: (bench) =>
      eachRequest(
        bench,
        { type: 'late' },
        {
          prepare: newPayment,
          call: create,
          context: { timeoutMs: TIMEOUT_MS },
          async judge(within, made, ended, request) {
            // The module may have retried, and got an answer.
            if ('answer' in ended && ended.answer.status === 'succeeded') return
            const calm = await within.again({ timeoutMs: bench.context.timeoutMs })
            const given = await cancel(calm, made)
            must(
              given.status === 'failed',
              `request ${request} was under way, and the cancellation answered ${show(given)}`,
            )
            await within.network.deliverLate()
            await mustStayDead(calm, made)
          },
        },
      ),
  },
  {
    id: 'cancel.at_once',
    holds:
      'A payment that is created and canceled at the same time ends as failed or can be paid once, and everybody agrees.',
    matters: 'The expiry of a session meets the last click of a shopper.',
    remedy: 'Leave the order to the processor, and answer what it says.',
    async run(bench) {
      needProcessor(bench)
      const made = await newPayment(bench)
      await Promise.all([
        attempt(() => create(bench, { ...made })),
        attempt(() => cancel(bench, { ...made })),
      ])
      const last = await cancel(bench, made)
      if (last.status === 'succeeded')
        await mustHaveMoved(bench, made, { captures: [AMOUNT_MINOR] })
      else {
        must(isGivenUp(last, made), `canceled again, it was answered with ${show(last)}`)
        await mustStayDead(bench, made)
      }
    },
  },
]

const OPEN: readonly string[] = ['succeeded', 'requires_action', 'processing']

/** Whether nobody can pay any more. What was authorized for the checkout to capture may be released. */
function isGivenUp({ status }: { status: string }, { payment }: Made): boolean {
  return status === 'failed' || (status === 'voided' && payment.captureMethod === undefined)
}

/** Asserts that a payment that was given up cannot be created or paid, and that inquiries agree. */
async function mustStayDead(bench: Bench, made: Made): Promise<void> {
  const late = await attempt(() => create(bench, made))
  if ('answer' in late) {
    // What is authorized all the same takes no money, and is released.
    const last = isToBeCaptured(made) ? await cancel(bench, made) : late.answer
    must(isGivenUp(last, made), `it was created afterwards: ${show(last)}`)
    await mustHoldNothing(bench, made)
  }
  const found = await inquire(bench, made)
  // Where the processor cannot be asked (`isTold`), a tombstone may stay unknown.
  const isUnclear = found.status === 'not_known_yet' && bench.processor.isTold !== true
  const isDead = !OPEN.includes(found.status) && !isUnclear
  must(isDead, `it was given up, and the inquiry answered ${show(found)}`)
  if (bench.driver.pay !== undefined && found.status !== 'voided')
    must(
      !(await pay(bench, { ...made, outcome: found })),
      'it was given up, and the shopper could pay',
    )
  if (bench.driver.ledger === undefined && bench.processor.listMovements === undefined) return
  const captured = sumOf(await movedOf(bench, made), 'capture')
  must(captured === 0, `it was given up, and ${captured} was captured`)
}
