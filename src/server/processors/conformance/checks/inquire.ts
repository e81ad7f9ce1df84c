import {
  AMOUNT_MINOR,
  type Bench,
  create,
  created,
  inquire,
  isToBeCaptured,
  type Made,
  needsCard,
  newPayment,
  paid,
  pay,
  needProcessor,
} from '../bench.ts'
import { driverWith } from '../driver.ts'
import type { Check } from '../check.ts'
import { must, show, skip } from '../must.ts'
import { attempt, eachRequest } from '../each-request.ts'
import { addFields, changeTexts } from '../strange-json.ts'

/** What an inquiry may and may not say. */
export const INQUIRE: readonly Check[] = [
  {
    id: 'inquire.unknown',
    holds:
      'A payment that the processor does not know is `not_found`, however often it is asked; a processor that `isTold` answers `not_known_yet`.',
    matters: 'The one is given up, the other is asked again.',
    remedy:
      'Answer `not_found` for the processor’s own “does not exist”, and `not_known_yet` where there are no inquiries.',
    async run(bench) {
      needProcessor(bench)
      const made = await newPayment(bench)
      const wanted = bench.processor.isTold === true ? 'not_known_yet' : 'not_found'
      for (const time of ['first', 'second']) {
        const { status } = await inquire(bench, made)
        must(status === wanted, `the ${time} inquiry answered ${status}, and not ${wanted}`)
      }
    },
  },
  {
    id: 'inquire.no_effect',
    holds: 'An inquiry about an unknown payment leaves nothing: it can still be created and paid.',
    matters: 'The worker asks about payments whose request is still under way.',
    remedy: 'Only read in `inquire`.',
    async run(bench) {
      const made = await newPayment(bench)
      await attempt(() => inquire(bench, made))
      await create(bench, made)
      must(made.outcome?.status !== 'failed', `it was created as ${show(made.outcome)}`)
      must(await pay(bench, made), 'it could not be paid')
    },
  },
  {
    id: 'inquire.waiting',
    holds:
      'A payment that waits for the shopper is not called failed or paid, and is answered the same twice.',
    matters: 'A payment called failed is replaced by a second one, and both are paid.',
    remedy: 'Map only final states of the processor to final outcomes.',
    async run(bench) {
      const made = await waiting(bench)
      const first = await inquire(bench, { ...made })
      const isOpen = ['requires_action', 'processing', 'not_known_yet'].includes(first.status)
      must(isOpen, `it waits, and the inquiry answered ${show(first)}`)
      const second = await inquire(bench, { ...made })
      must(show(first) === show(second), `first ${show(first)}, then ${show(second)}`)
    },
  },
  {
    id: 'inquire.paid',
    holds:
      'A paid payment is `succeeded` with the exact amount, for a module with an empty memory too.',
    matters: 'The order is delivered by this answer.',
    remedy: 'Derive the outcome from what the processor answers, and from nothing in memory.',
    async run(bench) {
      const made = await paid(bench)
      for (const other of [bench, await bench.again()]) {
        const outcome = await inquire(other, made)
        const isExact = outcome.status === 'succeeded' && outcome.capturedMinor === AMOUNT_MINOR
        must(isExact, `${AMOUNT_MINOR} was paid, and the inquiry answered ${show(outcome)}`)
      }
    },
  },
  {
    id: 'inquire.unknown_fields',
    holds: 'Fields that nobody knows, anywhere in an answer, change nothing.',
    matters: 'Processors add fields without a notice.',
    remedy: 'Read what is needed, and ignore the rest.',
    async run(bench) {
      await eachRequest(
        bench,
        { type: 'changed', change: addFields },
        {
          prepare: paid,
          call: inquire,
          async judge(_, __, ended, request) {
            const status = 'answer' in ended ? ended.answer.status : show(ended.error)
            must(
              status === 'succeeded',
              `with new fields in answer ${request}, the inquiry ended with ${status}`,
            )
          },
        },
      )
    },
  },
  {
    id: 'inquire.unknown_values',
    holds:
      'A text of tomorrow, in place of any text of an answer, never makes a waiting payment failed, unknown to the processor, or paid.',
    matters: 'A new status that is taken for a refusal gives up a payment that can be paid.',
    remedy:
      'Answer `not_known_yet`, or throw `ProcessorSilent`, for a status that you do not know.',
    async run(bench) {
      await waiting(bench)
      for (let at = 0; at < TEXTS_MAX; at += 1) {
        let isChanged = false
        const change = (text: string) => {
          const changed = changeTexts(text, at)
          isChanged ||= changed !== text
          return changed
        }
        await eachRequest(
          bench,
          { type: 'changed', change },
          {
            prepare: waiting,
            call: inquire,
            async judge(_, __, ended, request) {
              const status = 'answer' in ended ? ended.answer.status : 'thrown'
              must(
                !FINAL.includes(status),
                `with a new value of text ${at + 1} in answer ${request}, a waiting payment was ${status}`,
              )
            },
          },
        )
        if (!isChanged) return
      }
    },
  },
]

const FINAL: readonly string[] = ['failed', 'not_found', 'succeeded']
/** More texts than an answer about a payment has. */
const TEXTS_MAX = 60

/** A payment that waits for the shopper: a card is to be challenged for it. */
export async function waiting(bench: Bench): Promise<Made> {
  const { challenge } = bench.driver
  if (challenge === undefined || !bench.methods.every(needsCard))
    return mustWait(await created(bench))
  return mustWait(
    await created({ ...bench, driver: driverWith(bench.driver, { sealCard: challenge.sealCard }) }),
  )
}

function mustWait(made: Made): Made {
  const { outcome } = made
  const isDecided = outcome?.status === 'succeeded' || outcome?.status === 'failed'
  if (isDecided || isToBeCaptured(made)) skip('its payments do not wait for the shopper')
  return made
}
