import {
  AMOUNT_MINOR,
  type Bench,
  inquireRefund,
  type Made,
  type MadeRefund,
  newRefund,
  paid,
  refund,
} from '../bench.ts'
import { movedOf, mustHaveMoved, sumOf } from '../books.ts'
import type { Check } from '../check.ts'
import { must, show } from '../must.ts'
import { eachRequest, mustHaveNoAnswer } from '../each-request.ts'
import { type Fault, proxyError } from '../network.ts'

/** Long enough for a request on this machine, and short enough to wait for. */
const TIMEOUT_MS = 300
const PART_MINOR = 990

/** A refund whose answer is lost or late is unknown, and goes out once. */
export const LOST_REFUNDS: readonly Check[] = [
  {
    id: 'refund.lost',
    holds: 'A refund whose answer is lost is sent again by the same id, and goes out once.',
    matters: 'Money that went out twice is gone.',
    remedy: 'Send `refundId` as the processor’s idempotency key or as the refund’s own id.',
    async run(bench) {
      for (const type of ['lost_before', 'lost_after'] as const) await goesOutOnce(bench, { type })
    },
  },
  {
    id: 'refund.time_out',
    holds: 'A refund whose answer does not come throws within `timeoutMs`, and goes out once.',
    matters: 'A worker is held, and the others wait for it.',
    remedy: 'Give every request `AbortSignal.timeout(…)`, and throw `ProcessorSilent`.',
    run: (bench) => goesOutOnce(bench, { type: 'silent_after' }, { timeoutMs: TIMEOUT_MS }),
  },
  {
    id: 'refund.late_arrival',
    holds: 'A refund that reaches the processor after it was sent again goes out once.',
    matters: 'A request can be minutes late; the worker has repeated it by then.',
    remedy: 'The same as for `refund.lost`: the id is the same each time.',
    run: (bench) => goesOutOnce(bench, { type: 'late' }, { timeoutMs: TIMEOUT_MS }),
  },
  {
    id: 'refund.not_sent',
    holds: 'A refund that may have reached the processor is not called unsent.',
    matters: 'Its request is dated anew, and repeated when the processor has forgotten its id.',
    remedy: 'Answer `isNotSent` only where the request was certainly never made.',
    run: (bench) =>
      eachRequest(
        bench,
        { type: 'lost_after' },
        {
          prepare: paid,
          call: (within, made) => refund(within, made, newRefund(within, made, PART_MINOR)),
          async judge(within, made, ended, request) {
            if (!('answer' in ended) || ended.answer.isNotSent !== true) return
            const moved = sumOf(await movedOf(within, made), 'refund')
            must(
              moved === 0,
              `the answer to request ${request} was lost, and the refund was called unsent: ${moved} went out`,
            )
          },
        },
      ),
  },
  {
    id: 'refund.inquire_lost',
    holds: 'An inquiry about a refund without an answer, or with one of a proxy, throws.',
    matters: 'A refund that is called unknown to the processor is sent again by another id.',
    remedy: 'Answer `not_found` or `failed` only where the processor itself says so.',
    async run(bench) {
      const faults: Fault[] = [
        { type: 'lost_before' },
        { type: 'lost_after' },
        proxyError(404),
        proxyError(502),
      ]
      for (const fault of faults)
        await eachRequest(bench, fault, {
          async prepare(before) {
            const made = await paid(before)
            await refund(before, made, newRefund(before, made, PART_MINOR))
            return made
          },
          call: (within, made) => inquireRefund(within, made, askedOf(made)),
          async judge(_, __, ended, request) {
            mustHaveNoAnswer(`the inquiry without an answer to request ${request}`, ended)
            const status = 'answer' in ended ? ended.answer.status : 'thrown'
            must(
              status !== 'not_found' && status !== 'failed',
              `request ${request} had no answer, and the inquiry answered ${status}`,
            )
          },
        })
    },
  },
]

/** Asserts that the refund is unknown after the fault, and is made once when it is sent again with its id. */
function goesOutOnce(bench: Bench, fault: Fault, context?: { timeoutMs: number }): Promise<void> {
  return eachRequest(bench, fault, {
    prepare: paid,
    call: (within, made) =>
      refund(within, made, made.refunds[0] ?? newRefund(within, made, PART_MINOR)),
    ...(context && { context }),
    async judge(within, made, ended, request) {
      mustHaveNoAnswer(`the refund without an answer to request ${request}`, ended)
      const calm = await within.again({ timeoutMs: bench.context.timeoutMs })
      const again = await refund(calm, made, askedOf(made))
      must(
        again.status !== 'failed',
        `repeated after request ${request}, it was answered with ${show(again)}`,
      )
      await within.network.deliverLate()
      await mustHaveMoved(calm, made, { captures: [AMOUNT_MINOR], refunds: [PART_MINOR] })
    },
  })
}

function askedOf({ refunds: [asked] }: Made): MadeRefund {
  must(asked !== undefined, 'no refund was asked for')
  return asked
}
