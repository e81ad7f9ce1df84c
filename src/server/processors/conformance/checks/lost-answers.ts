import { hasNoAnswer, isProcessorNotAsked, isProcessorRefused } from '../../processor.ts'
import {
  AMOUNT_MINOR,
  type Bench,
  cancel,
  create,
  created,
  inquire,
  type Made,
  newPayment,
  pay,
} from '../bench.ts'
import { listAll, mustHaveMoved } from '../books.ts'
import type { Check } from '../check.ts'
import { must, show } from '../must.ts'
import { eachRequest, type Ended, mustHaveNoAnswer } from '../each-request.ts'
import { type Fault, proxyError } from '../network.ts'

/** Long enough for a request on this machine, and short enough to wait for. */
const TIMEOUT_MS = 300

const BROKEN_ANSWERS: readonly ((text: string) => string)[] = [
  () => '<html><body>Bad gateway</body></html>',
  () => '',
  () => 'null',
  () => '[]',
  (text) => text.slice(0, -1),
]

/** A call that gets no answer, or one that cannot be read, leaves the outcome unknown. */
export const LOST: readonly Check[] = [
  {
    id: 'create.lost_before',
    holds: 'A payment that never reached the processor is created when it is sent again.',
    matters: 'An outage of a second must not lose the sale, nor end in two charges.',
    remedy: 'Throw `ProcessorSilent`, and keep nothing in memory that says the payment was made.',
    run: (bench) => createsOnce(bench, { type: 'lost_before' }),
  },
  {
    id: 'create.lost_after',
    holds: 'A payment whose answer is lost is unknown, found by an inquiry, and charged once.',
    matters: 'Called failed, its shopper pays again; called “not asked”, nobody asks about it.',
    remedy:
      'Throw `ProcessorSilent` once a request may have been seen; find payments by `paymentId`.',
    run: (bench) => createsOnce(bench, { type: 'lost_after' }),
  },
  {
    id: 'create.time_out',
    holds: 'A payment whose answer does not come throws within `timeoutMs` that there is none.',
    matters: 'The shopper waits, and a worker is held.',
    remedy:
      'Give every request `AbortSignal.timeout(…)` with what is left of `timeoutMs`, and throw `ProcessorSilent`.',
    run: (bench) => createsOnce(bench, { type: 'silent_after' }, { timeoutMs: TIMEOUT_MS }),
  },
  {
    id: 'create.abort',
    holds: 'A request that is given up is aborted.',
    matters: 'Connections to a processor that hangs add up until none is left.',
    remedy: 'Pass the signal of the time-out to `fetch`.',
    run: (bench) =>
      eachRequest(
        bench,
        { type: 'silent_before' },
        {
          prepare: newPayment,
          call: create,
          context: { timeoutMs: TIMEOUT_MS },
          async judge({ network }) {
            must(
              await network.areSilentAborted(),
              'a request was still open when the call had ended',
            )
          },
        },
      ),
  },
  {
    id: 'create.proxy_error',
    holds: 'A page of a proxy, with 404, 429, 500, 502, 503 or 504, is no answer of the processor.',
    matters: 'A 404 of a proxy that counts as a refusal loses a payment that may be made.',
    remedy: 'Count a status only together with a body of the processor’s form.',
    async run(bench) {
      for (const status of [404, 429, 500, 502, 503, 504])
        await eachRequest(bench, proxyError(status), {
          prepare: newPayment,
          call: create,
          async judge(_, __, ended, request) {
            mustBeUnknown(`status ${status} for request ${request}`, ended)
          },
        })
    },
  },
  {
    id: 'create.unreadable',
    holds: 'An answer that cannot be read leaves the payment unknown.',
    matters: 'It was carried out: called failed, it is charged again.',
    remedy: 'Read answers by a schema, and throw `ProcessorSilent` where they do not fit.',
    async run(bench) {
      for (const change of BROKEN_ANSWERS)
        await eachRequest(
          bench,
          { type: 'changed', change },
          {
            prepare: newPayment,
            call: create,
            async judge(_, __, ended, request) {
              mustBeUnknown(`an unreadable answer to request ${request}`, ended)
            },
          },
        )
    },
  },
  {
    id: 'inquire.lost',
    holds: 'An inquiry without an answer, or with one of a proxy, throws that there is none.',
    matters: 'Answered `not_found`, a payment that is made is given up.',
    remedy: 'Answer `not_found` only where the processor itself says so.',
    async run(bench) {
      const faults: Fault[] = [
        { type: 'lost_before' },
        { type: 'lost_after' },
        proxyError(404),
        proxyError(502),
      ]
      for (const fault of faults)
        await eachRequest(bench, fault, {
          prepare: created,
          call: inquire,
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
  {
    id: 'calls.time_out',
    holds:
      'An inquiry, a cancellation or a list whose answer does not come throws within `timeoutMs` that there is none.',
    matters: 'The worker asks about many payments, and waits for each.',
    remedy: 'Give every request `AbortSignal.timeout(…)`, not only that of a creation.',
    async run(bench) {
      const since = bench.context.clock()
      const list = async (within: Bench) => listAll(within, since)
      const calls: ((within: Bench, made: Made) => Promise<unknown>)[] = [cancel]
      // A module that is told derives its answer from notifications.
      if (bench.processor.isTold !== true) calls.unshift(inquire)
      if (bench.processor.listMovements !== undefined) calls.push(list)
      for (const call of calls)
        await eachRequest(
          bench,
          { type: 'silent_after' },
          {
            prepare: created,
            call,
            context: { timeoutMs: TIMEOUT_MS },
            async judge(_, __, ended, request) {
              mustHaveNoAnswer(`a call without an answer to request ${request}`, ended)
            },
          },
        )
    },
  },
  {
    id: 'cancel.lost',
    holds: 'A cancellation whose answer is lost can be repeated, and the payment ends as failed.',
    matters: 'A payment that was given up here must not be payable there.',
    remedy: 'Let a repeated cancellation answer the state that is there.',
    async run(bench) {
      const faults: Fault[] = [{ type: 'lost_before' }, { type: 'lost_after' }]
      for (const fault of faults)
        await eachRequest(bench, fault, {
          prepare: created,
          call: cancel,
          async judge(within, made, ended, request) {
            mustHaveNoAnswer(`the cancellation without an answer to request ${request}`, ended)
            const again = await cancel(within, made)
            must(
              again.status !== 'requires_action' && again.status !== 'processing',
              `repeated, it was answered with ${show(again)}`,
            )
          },
        })
    },
  },
]

/** Asserts that the payment is unknown after the fault, and is one charge when it is sent again and paid. */
function createsOnce(bench: Bench, fault: Fault, context?: { timeoutMs: number }): Promise<void> {
  return eachRequest(bench, fault, {
    prepare: newPayment,
    call: create,
    ...(context && { context }),
    async judge(within, made, ended, request) {
      mustBeUnknown(`no answer to request ${request}`, ended)
      const calm = await within.again({ timeoutMs: bench.context.timeoutMs })
      await mustBeFound(calm, made, ended)
      await create(calm, made)
      must(
        made.outcome?.status !== 'failed',
        `sent again, it was answered with ${show(made.outcome)}`,
      )
      await pay(calm, made)
      await mustHaveMoved(calm, made, { captures: [AMOUNT_MINOR] })
    },
  })
}

/** `ProcessorNotAsked` makes the checkout give a payment up at once: asserts that the processor does not have it then. */
async function mustBeFound(bench: Bench, made: Made, ended: Ended<unknown>): Promise<void> {
  if (!('error' in ended) || !isProcessorNotAsked(ended.error) || bench.processor.isTold === true)
    return
  const found = await inquire(bench, { ...made })
  must(
    found.status === 'not_found',
    `it threw ProcessorNotAsked, and the processor has the payment: ${show(found)}`,
  )
}

function mustBeUnknown(what: string, ended: Ended<{ status: string }>): void {
  if ('answer' in ended)
    must(ended.answer.status !== 'failed', `after ${what} the payment was called failed`)
  else if (isProcessorRefused(ended.error))
    must(false, `after ${what} the payment was called refused`)
  else
    must(
      hasNoAnswer(ended.error),
      `after ${what} it threw ${show(ended.error)}, and not ProcessorSilent`,
    )
}
