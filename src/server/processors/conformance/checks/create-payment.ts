import { isProcessorRefused } from '../../processor.ts'
import {
  AMOUNT_MINOR,
  create,
  created,
  inquire,
  type Made,
  newPayment,
  paid,
  pay,
  payBoth,
} from '../bench.ts'
import { mustHaveMoved } from '../books.ts'
import type { Check } from '../check.ts'
import { must, show, skip } from '../must.ts'
import { attempt } from '../each-request.ts'

const AMOUNTS_MINOR = [1, 10, 99, 100, 101, 1999, 25_990, 123_456_789]

/** Checks that one id gets one charge, of the amount that was asked. */
export const CREATE: readonly Check[] = [
  {
    id: 'create.twice',
    holds: 'The same payment sent twice is one charge, with the same next step and references.',
    matters: 'The checkout repeats a request whose answer was lost: two charges are paid twice.',
    remedy: 'Send `paymentId` as the processor’s idempotency key or as the charge’s own id.',
    async run(bench) {
      const made = await created(bench)
      const other: Made = { ...made, references: {}, state: {} }
      const second = await attempt(() => create(bench, other))
      if ('error' in second) must(false, `the second time threw ${show(second.error)}`)
      must(
        show(step(made)) === show(step(other)),
        `first ${show(step(made))}, then ${show(step(other))}`,
      )
      await payBoth(bench, made, other)
      await mustHaveMoved(bench, made, { captures: [AMOUNT_MINOR] })
    },
  },
  {
    id: 'create.at_once',
    holds: 'The same payment sent twice at the same time is one charge.',
    matters: 'Two processes may take up the same payment.',
    remedy: 'Leave it to the processor’s idempotency, not to a look before the call.',
    async run(bench) {
      const made = await newPayment(bench)
      const other: Made = { ...made }
      const [one, two] = await Promise.all([
        attempt(() => create(bench, made)),
        attempt(() => create(bench, other)),
      ])
      const isDone = 'answer' in one || 'answer' in two
      must(isDone, `both threw: ${show('error' in one ? one.error : undefined)}`)
      if ('error' in one) await inquire(bench, made)
      if ('error' in two) await inquire(bench, other)
      await payBoth(bench, made, other)
      await mustHaveMoved(bench, made, { captures: [AMOUNT_MINOR] })
    },
  },
  {
    id: 'create.other_content',
    holds:
      'A known id with another amount is no second charge, and what is taken is what is reported.',
    matters: 'Nobody may be charged for what they did not confirm.',
    remedy:
      'Let the processor refuse it, answer what the first one said, or change the one charge that is there.',
    async run(bench) {
      const made = await created(bench)
      const other: Made = { ...made, payment: { ...made.payment, amountMinor: AMOUNT_MINOR * 2 } }
      await attempt(() => create(bench, other))
      await payBoth(bench, made, other)
      const outcome = await inquire(bench, made)
      const captured = outcome.status === 'succeeded' ? outcome.capturedMinor : 0
      const isOne = captured === AMOUNT_MINOR || captured === AMOUNT_MINOR * 2
      must(isOne, `paid, it was answered with ${show(outcome)}`)
      await mustHaveMoved(bench, made, { captures: [captured] })
    },
  },
  {
    id: 'create.after_paid',
    holds: 'A payment that was paid is answered as paid when it is sent again.',
    matters: 'A late repetition must not charge once more.',
    remedy: 'Answer the state of the charge that is there.',
    async run(bench) {
      const made = await paid(bench)
      const again = await attempt(() => create(bench, made))
      if ('answer' in again) {
        const { status } = again.answer
        // A processor that cannot be asked tells of the money by its notification.
        const isTold = bench.processor.isTold === true
        const isKnown =
          status === 'succeeded' || (isTold && (status === 'processing' || status === 'authorized'))
        must(isKnown, `it was answered with ${show(again.answer)}`)
      } else
        must(!isProcessorRefused(again.error), 'it was refused, so that money counts as not taken')
      await mustHaveMoved(bench, made, { captures: [AMOUNT_MINOR] })
    },
  },
  {
    id: 'create.amounts',
    holds: 'Each amount is captured to the minor unit, in the currency that was asked.',
    matters: 'Another amount holds the order back until a person decides.',
    remedy: 'Convert with integers or decimal texts, never with floating point.',
    async run(bench) {
      for (const amountMinor of AMOUNTS_MINOR) {
        const made = await paid(bench, { amountMinor })
        const { outcome, payment } = made
        must(
          outcome?.status === 'succeeded',
          `${amountMinor} was paid, and answered with ${show(outcome)}`,
        )
        must(
          outcome.capturedMinor === amountMinor,
          `${amountMinor} was asked, and ${outcome.capturedMinor} reported`,
        )
        must(
          outcome.currency === payment.currency,
          `${payment.currency} was asked, and ${outcome.currency} reported`,
        )
        await mustHaveMoved(bench, made, { captures: [amountMinor] })
      }
    },
  },
  {
    id: 'create.currency',
    holds: 'A payment in a currency of other minor units is refused, or taken exactly.',
    matters: 'A hundred times the price, or a hundredth of it.',
    remedy: 'Throw `ProcessorRefused` for currencies that the account does not take.',
    async run(bench) {
      for (const currency of ['JPY', 'KWD'].filter((one) => one !== bench.driver.currency)) {
        const made = await newPayment(bench, { currency })
        const ended = await attempt(() => create(bench, made))
        if ('error' in ended || ended.answer.status === 'failed') continue
        if (!(await pay(bench, made))) continue
        const outcome = await inquire(bench, made)
        const isExact =
          outcome.status === 'succeeded' &&
          outcome.currency === currency &&
          outcome.capturedMinor === AMOUNT_MINOR
        must(isExact, `${AMOUNT_MINOR} minor units of ${currency} became ${show(outcome)}`)
      }
    },
  },
  {
    id: 'create.references',
    holds: 'A payment keeps its references: later answers add some, and change none.',
    matters: 'Back offices match payments by them.',
    remedy: 'Answer the processor’s own names of the charge, not those of a request.',
    async run(bench) {
      const made = await created(bench)
      const first = made.references
      await inquire(bench, made)
      mustKeep(first, made.references)
      await pay(bench, made)
      await inquire(bench, made)
      mustKeep(first, made.references)
      const whenPaid = made.references
      await inquire(await bench.again(), made)
      mustKeep(whenPaid, made.references)
    },
  },
  {
    id: 'create.state',
    holds: 'What the module keeps with a payment is small.',
    matters: 'It is read and written with each call.',
    remedy: 'Keep ids in `state`, not answers.',
    async run(bench) {
      const { state } = await created(bench)
      const size = JSON.stringify(state).length
      if (size === 2) skip('the module keeps nothing')
      must(size <= STATE_LENGTH_MAX, `it has ${size} characters`)
    },
  },
]

const STATE_LENGTH_MAX = 4096

function step({ outcome, references }: Made) {
  const action = outcome?.status === 'requires_action' ? outcome.action : undefined
  return { status: outcome?.status, action, references }
}

function mustKeep(before: object, after: object): void {
  for (const [name, value] of Object.entries(before)) {
    const now: unknown = Reflect.get(after, name)
    must(now === value, `${name} was ${show(value)}, and became ${show(now)}`)
  }
}
