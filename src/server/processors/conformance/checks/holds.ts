import { isProcessorRefused } from '../../processor.ts'
import {
  AMOUNT_MINOR,
  type Bench,
  cancel,
  capture,
  captured,
  create,
  driven,
  held,
  inquire,
  type Made,
  newHold,
} from '../bench.ts'
import { mustHaveMoved, mustHoldNothing } from '../books.ts'
import type { Check } from '../check.ts'
import { attempt, eachRequest, mustHaveNoAnswer } from '../each-request.ts'
import { must, show, skip } from '../must.ts'
import type { Fault } from '../network.ts'

const AMOUNTS_MINOR = [1, 100, 1999, 25_990, 123_456_789]
const PART_MINOR = 20_000
/** Long enough for a request on this machine, and short enough to wait for. */
const TIMEOUT_MS = 300

/** Held payments: authorized first, then captured once, in full or in part, or released. */
export const HOLDS: readonly Check[] = [
  {
    id: 'authorize.amount',
    holds:
      'A payment with `captureMethod: manual` is `authorized` with the amount that was asked, and takes nothing.',
    matters: 'The merchant takes the money later, or never.',
    remedy: 'Ask the processor for an authorization without its capture.',
    async run(bench) {
      for (const amountMinor of AMOUNTS_MINOR) {
        const made = await held(bench, { amountMinor })
        for (const outcome of [made.outcome, await inquire(bench, made)]) {
          const isExact =
            outcome?.status === 'authorized' &&
            outcome.authorizedMinor === amountMinor &&
            outcome.currency === made.payment.currency
          must(isExact, `${amountMinor} was to be held, and the answer was ${show(outcome)}`)
        }
        await mustHaveMoved(bench, made, { captures: [] })
      }
    },
  },
  {
    id: 'authorize.late',
    holds: 'An authorization that comes after its payment was given up is released.',
    matters: 'The shopper was told that nothing is charged, and has paid in another way.',
    remedy:
      'Leave a tombstone at the processor, or release what is found when the cancellation is repeated.',
    run: (bench) =>
      eachRequest(
        bench,
        { type: 'late' },
        {
          prepare: newHold,
          call: create,
          context: { timeoutMs: TIMEOUT_MS },
          async judge(within, made, ended, request) {
            // The module may have retried, and got an answer.
            if ('answer' in ended && ended.answer.status === 'authorized') return
            const calm = await within.again({ timeoutMs: bench.context.timeoutMs })
            await cancel(calm, made)
            await within.network.deliverLate()
            const again = await cancel(calm, made)
            must(
              isReleased(again.status),
              `request ${request} came late, and the cancellation was answered with ${show(again)}`,
            )
            await mustBeReleased(calm, made)
          },
        },
      ),
  },
  {
    id: 'capture.full',
    holds: 'A held payment is captured to the minor unit, and the outcome is `succeeded` with it.',
    matters: 'It is the merchant’s money.',
    remedy:
      'Send the amount of the capture as integers or decimal texts, and report what was taken.',
    async run(bench) {
      for (const amountMinor of AMOUNTS_MINOR) {
        const made = await held(bench, { amountMinor })
        await captured(bench, made, amountMinor)
        await mustHaveMoved(bench, made, { captures: [amountMinor] })
      }
    },
  },
  {
    id: 'capture.part',
    holds: 'A part of a held payment is captured, and the rest is released.',
    matters: 'A bill can be lower than its estimate; what is not taken belongs to the shopper.',
    remedy: 'Send the amount of the capture, not that of the payment, and release what is left.',
    async run(bench) {
      const made = await held(bench)
      await captured(bench, made, PART_MINOR)
      await mustHaveMoved(bench, made, { captures: [PART_MINOR] })
      await mustHoldNothing(bench, made)
    },
  },
  {
    id: 'capture.beyond',
    holds: 'A capture above the hold is refused, and takes nothing; the hold stays.',
    matters: 'The shopper has agreed to the hold, and to nothing more.',
    remedy:
      'Leave it to the processor, and answer `refused` or throw `ProcessorRefused` when it refuses.',
    async run(bench) {
      const made = await held(bench)
      await mustRefuse(bench, made, AMOUNT_MINOR + 1)
      await mustHaveMoved(bench, made, { captures: [] })
      await captured(bench, made, AMOUNT_MINOR)
    },
  },
  {
    id: 'capture.twice',
    holds: 'The same capture sent twice takes the money once, and is answered the same.',
    matters: 'The worker repeats a capture whose outcome it does not know.',
    remedy: 'Derive the idempotency key from `paymentId`, or answer what was captured.',
    async run(bench) {
      const made = await held(bench)
      await captured(bench, made, PART_MINOR)
      await captured(await bench.again(), made, PART_MINOR)
      await mustHaveMoved(bench, made, { captures: [PART_MINOR] })
      const other = await held(bench)
      await Promise.all([
        attempt(() => capture(bench, { ...other }, PART_MINOR)),
        attempt(() => capture(bench, { ...other }, PART_MINOR)),
      ])
      await captured(bench, other, PART_MINOR)
      await mustHaveMoved(bench, other, { captures: [PART_MINOR] })
    },
  },
  {
    id: 'capture.lost_before',
    holds:
      'A capture that never reached the processor is unknown, and is made when it is sent again.',
    matters: 'Called refused, the hold ends unpaid; called captured, the goods go out unpaid.',
    remedy:
      'Throw `ProcessorSilent`, or `ProcessorNotAsked` where the processor has provably seen nothing.',
    run: (bench) => capturesOnce(bench, { type: 'lost_before' }),
  },
  {
    id: 'capture.lost_after',
    holds: 'A capture whose answer is lost is unknown, and the money is taken once.',
    matters: 'Called refused, the hold counts as free although it was taken.',
    remedy:
      'Throw `ProcessorSilent` once a request may have been seen, and let a repetition find the capture.',
    run: (bench) => capturesOnce(bench, { type: 'lost_after' }),
  },
  {
    id: 'capture.after_void',
    holds: 'A capture after the hold was released, or has run out, is refused and takes nothing.',
    matters: 'The shopper was told that nothing is charged.',
    remedy: 'Answer `refused` when the processor says that the authorization is gone.',
    async run(bench) {
      const made = await held(bench)
      await cancel(bench, made)
      await mustRefuse(bench, made, AMOUNT_MINOR)
      await mustHaveMoved(bench, made, { captures: [] })
      if (bench.driver.expire === undefined) return
      const over = await held(bench)
      await bench.driver.expire(driven(over))
      await mustRefuse(bench, over, AMOUNT_MINOR)
      await mustHaveMoved(bench, over, { captures: [] })
    },
  },
  {
    id: 'capture.fails_later',
    holds:
      'A capture that was acknowledged and fails after all is money taken back: `reversedMinor`, of a payment that succeeded.',
    matters: 'The merchant has delivered, and must learn that the money is gone.',
    remedy: 'Report it as a reversal of what was captured, not as a failed payment.',
    async run(bench) {
      const { driver } = bench
      const made = await held(bench)
      if (driver.captureFails === undefined) skip('needs the driver’s `captureFails`')
      await captured(bench, made, PART_MINOR)
      await driver.captureFails(driven(made))
      await driver.settle?.()
      const outcome = await inquire(bench, made)
      const isReversed =
        outcome.status === 'succeeded' &&
        outcome.capturedMinor === PART_MINOR &&
        outcome.reversedMinor === PART_MINOR
      must(isReversed, `the capture failed later, and the inquiry answered ${show(outcome)}`)
    },
  },
  {
    id: 'void.held',
    holds: 'The cancellation of a held payment releases it: `voided`, in the inquiry too.',
    matters: 'The shopper’s money must not stay blocked for days.',
    remedy: 'Release the authorization at the processor before you answer.',
    async run(bench) {
      const made = await held(bench)
      await mustVoid(bench, made, 'it')
      await bench.driver.settle?.()
      const found = await inquire(bench, made)
      must(found.status === 'voided', `the inquiry then answered ${show(found)}`)
      await mustBeReleased(bench, made)
    },
  },
  {
    id: 'void.twice',
    holds: 'A release that is repeated is answered as the first one.',
    matters: 'The worker repeats a release whose outcome it does not know.',
    remedy: 'Answer `voided` where the authorization is gone already.',
    async run(bench) {
      const made = await held(bench)
      await mustVoid(bench, made, 'the first release')
      await mustVoid(await bench.again(), made, 'the second release')
      await mustBeReleased(bench, made)
    },
  },
  {
    id: 'void.after_capture',
    holds:
      'A release after the capture answers `succeeded` with what was captured, and the money stays.',
    matters: 'Money that came first counts, or somebody pays for nothing.',
    remedy: 'Ask for the state where the processor refuses the release.',
    async run(bench) {
      const made = await held(bench)
      await captured(bench, made, PART_MINOR)
      const outcome = await cancel(bench, made)
      const isExact = outcome.status === 'succeeded' && outcome.capturedMinor === PART_MINOR
      must(isExact, `it was answered with ${show(outcome)}`)
      await mustHaveMoved(bench, made, { captures: [PART_MINOR] })
    },
  },
  {
    id: 'void.lost',
    holds: 'A release whose answer is lost can be repeated, and the hold is released.',
    matters: 'A hold that was called released and is not blocks the shopper’s money.',
    remedy: 'Throw `ProcessorSilent`, and let a repetition answer the state that is there.',
    async run(bench) {
      const faults: Fault[] = [{ type: 'lost_before' }, { type: 'lost_after' }]
      for (const fault of faults)
        await eachRequest(bench, fault, {
          prepare: held,
          call: cancel,
          async judge(within, made, ended, request) {
            mustHaveNoAnswer(`the release without an answer to request ${request}`, ended)
            const calm = await within.again()
            if ('error' in ended) await mustVoid(calm, made, 'the repeated release')
            await mustBeReleased(calm, made)
          },
        })
    },
  },
]

function isReleased(status: string): boolean {
  return status === 'voided' || status === 'failed'
}

async function mustVoid(bench: Bench, made: Made, what: string): Promise<void> {
  const outcome = await cancel(bench, made)
  must(outcome.status === 'voided', `${what} was answered with ${show(outcome)}`)
}

async function mustBeReleased(bench: Bench, made: Made): Promise<void> {
  await mustHaveMoved(bench, made, { captures: [] })
  await mustHoldNothing(bench, made)
}

async function mustRefuse(bench: Bench, made: Made, amountMinor: number): Promise<void> {
  const ended = await attempt(() => capture(bench, made, amountMinor))
  if ('error' in ended)
    must(
      isProcessorRefused(ended.error),
      `a capture of ${amountMinor} threw ${show(ended.error)}, and not ProcessorRefused`,
    )
  else
    must(
      ended.answer.status === 'refused',
      `a capture of ${amountMinor} was answered with ${show(ended.answer)}`,
    )
}

/** Asserts that a capture is unknown after the fault, and takes the money once when it is sent again. */
function capturesOnce(bench: Bench, fault: Fault): Promise<void> {
  return eachRequest(bench, fault, {
    prepare: held,
    call: (within, made) => capture(within, made, PART_MINOR),
    async judge(within, made, ended, request) {
      mustHaveNoAnswer(`the capture without an answer to request ${request}`, ended)
      if ('answer' in ended)
        must(
          ended.answer.status !== 'refused',
          `after no answer to request ${request} the capture was called refused`,
        )
      const calm = await within.again()
      // An answer that came after all, such as by a retry, must be true.
      const isAnswered = 'answer' in ended && ended.answer.status === 'captured'
      if (isAnswered) await mustHaveMoved(calm, made, { captures: [PART_MINOR] })
      await captured(calm, made, PART_MINOR)
      await mustHaveMoved(calm, made, { captures: [PART_MINOR] })
    },
  })
}
