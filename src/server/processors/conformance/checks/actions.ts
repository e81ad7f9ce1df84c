import {
  AMOUNT_MINOR,
  type Bench,
  captured,
  challenged,
  complete,
  inquire,
  type Made,
} from '../bench.ts'
import { mustHaveMoved } from '../books.ts'
import type { Check } from '../check.ts'
import { attempt, eachRequest, mustHaveNoAnswer } from '../each-request.ts'
import { must, show } from '../must.ts'
import type { Fault } from '../network.ts'

/** What the browser brings back from a challenge, where the module takes it. */
export const ACTIONS: readonly Check[] = [
  {
    id: 'action.twice',
    holds:
      'What a challenge brought back can be given again: the answer is the same, and the payment is charged once.',
    matters:
      'Shoppers go back, reload, and have two tabs; called failed, a paid payment is paid again.',
    remedy:
      'Derive the idempotency key from `paymentId` and the values, or answer the state that is there.',
    async run(bench) {
      const made = await challenged(bench)
      await mustBePaid(bench, made, 'given once, it')
      await mustBePaid(await bench.again(), made, 'given again, it')
      await mustHaveMoved(bench, made, { captures: [AMOUNT_MINOR] })
      const other = await challenged(bench)
      await Promise.all([
        attempt(() => complete(bench, { ...other })),
        attempt(() => complete(bench, { ...other })),
      ])
      await mustBePaid(bench, other, 'given twice at once and again, it')
      await mustHaveMoved(bench, other, { captures: [AMOUNT_MINOR] })
    },
  },
  {
    id: 'action.lost',
    holds:
      'Without an answer to what a challenge brought back the payment is unknown, and is charged once when the same is given again.',
    matters: 'Called failed or refused, its shopper pays again; the worker gives the same again.',
    remedy: 'Throw `ProcessorSilent`, and keep nothing in memory that says what was given.',
    async run(bench) {
      for (const type of ['lost_before', 'lost_after'] as const)
        await isChargedOnce(bench, { type })
    },
  },
]

function isChargedOnce(bench: Bench, fault: Fault): Promise<void> {
  return eachRequest(bench, fault, {
    prepare: challenged,
    call: complete,
    async judge(within, made, ended, request) {
      mustHaveNoAnswer(`what came back, without an answer to request ${request},`, ended)
      if ('answer' in ended)
        must(
          ended.answer.status !== 'failed',
          `after no answer to request ${request} the payment was called failed`,
        )
      const calm = await within.again()
      await mustBePaid(calm, made, `given again after request ${request}, it`)
      await mustHaveMoved(calm, made, { captures: [AMOUNT_MINOR] })
    },
  })
}

/** Gives what came back, and asserts that the payment is paid by it; where the processor holds first, it is captured. */
async function mustBePaid(bench: Bench, made: Made, what: string): Promise<void> {
  const answer = await complete(bench, made)
  await bench.driver.settle?.()
  const outcome = answer.status === 'processing' ? await inquire(bench, made) : answer
  if (outcome.status === 'authorized') return captured(bench, made, AMOUNT_MINOR)
  const isPaid = outcome.status === 'succeeded' && outcome.capturedMinor === AMOUNT_MINOR
  must(isPaid, `${what} was answered with ${show(outcome)}`)
}
