import { mustBeSameInAnyOrder } from '../any-order.ts'
import {
  type Bench,
  disputesOf,
  driven,
  inquire,
  inquireRefund,
  type Made,
  newRefund,
  paid,
  readSent,
  refund,
} from '../bench.ts'
import type { Check } from '../check.ts'
import { attempt } from '../each-request.ts'
import { must, show, skip } from '../must.ts'

const TAKEN_MINOR = 1000
const GIVEN_MINOR = 600
const TAKEN_AGAIN_MINOR = 500

const STEPS = ['chargeback', 'evidence_supplied', 'chargeback_reversed'] as const

/** What banks and networks do with money after success: it goes back, it comes again, and shoppers dispute it. */
export const AFTER_SUCCESS: readonly Check[] = [
  {
    id: 'reversal.reinstated',
    holds: 'Money that comes again is `reinstatedMinor`, a total beside that of what was taken.',
    matters: 'It is the merchant’s again; a total that falls is read as old news.',
    remedy: 'Report both totals, and never lower one of them.',
    async run(bench) {
      const made = await movedTwice(bench)
      const outcome = await inquire(bench, made)
      const isExact =
        outcome.status === 'succeeded' &&
        outcome.reversedMinor === TAKEN_MINOR + TAKEN_AGAIN_MINOR &&
        outcome.reinstatedMinor === GIVEN_MINOR
      must(
        isExact,
        `${TAKEN_MINOR} and ${TAKEN_AGAIN_MINOR} were taken, ${GIVEN_MINOR} came again, and the inquiry answered ${show(outcome)}`,
      )
    },
  },
  {
    id: 'reversal.any_order',
    holds: 'What was taken back and came again is the same in any order of its notifications.',
    matters: 'Networks reorder: money that has come again must not be gone by an older event.',
    remedy: 'Fold each of the two totals by itself.',
    async run(bench) {
      needNotifications(bench)
      await mustBeSameInAnyOrder(bench, await movedTwice(bench), inquire)
    },
  },
  {
    id: 'refund.reversed',
    holds: 'A refund whose money came back is `reversed`, and its notification leads to it.',
    matters: 'The money is the merchant’s again, and the shopper has not got it.',
    remedy: 'Answer `reversed`, and name the refund of a notification by `refundId`.',
    async run(bench) {
      const { returnRefund } = bench.driver
      if (returnRefund === undefined) skip('needs the driver’s `returnRefund`')
      const made = await paid(bench)
      const asked = newRefund(bench, made, TAKEN_MINOR)
      await refund(bench, made, asked)
      await bench.driver.settle?.()
      const before = await inquireRefund(bench, made, asked)
      must(before.status === 'succeeded', `the refund was answered with ${show(before)}`)
      await returnRefund(driven(made), asked.refundId)
      await bench.driver.settle?.()
      const after = await inquireRefund(await bench.again(), made, asked)
      must(after.status === 'reversed', `its money came back, and it answered ${show(after)}`)
      const { processor, driver } = bench
      if (processor.isTold === true || driver.notifications === undefined) return
      const sent = await readSent(bench)
      must(
        sent.some(({ refundId }) => refundId === asked.refundId),
        'no notification names the refund, which the checkout does not ask about by itself',
      )
    },
  },
  {
    id: 'dispute.any_order',
    holds: 'Every step of a dispute is told, in any order of the notifications.',
    matters: 'The highest step decides; one that is lost leaves a dispute open that has an end.',
    remedy: 'Answer all steps that are known, and leave it to the core what they mean.',
    async run(bench) {
      needNotifications(bench)
      const made = await disputed(bench, STEPS)
      const found = await stepsOf(bench, made)
      must(
        STEPS.every((step) => found.some((one) => one.startsWith(`${step} `))),
        `of the steps ${STEPS.join(', ')} it told [${found.join(', ')}]`,
      )
      await mustBeSameInAnyOrder(bench, made, stepsOf)
    },
  },
  {
    id: 'dispute.unknown_step',
    holds: 'A step that the port has no name for is left out, and hides no other.',
    matters: 'Networks add steps; a payment that cannot be read any more hides its money, too.',
    remedy: 'Leave out what is not known, and read the rest.',
    async run(bench) {
      const made = await disputed(bench, ['chargeback', 'of_tomorrow'])
      const ended = await attempt(() => stepsOf(bench, made))
      must('answer' in ended, `it threw ${show('error' in ended ? ended.error : '')}`)
      must(
        ended.answer.length === 1 && ended.answer[0]?.startsWith('chargeback ') === true,
        `of a chargeback and an unknown step it told [${ended.answer.join(', ')}]`,
      )
    },
  },
]

function needNotifications({ driver }: Bench): void {
  if (driver.notifications === undefined) skip('needs the driver’s `notifications`')
}

/** A paid payment of which a part was taken back, has come again, and was taken once more. */
async function movedTwice(bench: Bench): Promise<Made> {
  const { reverse, reinstate } = bench.driver
  if (reverse === undefined || reinstate === undefined)
    skip('needs the driver’s `reverse` and `reinstate`')
  const made = await paid(bench)
  await bench.driver.reverse?.(driven(made), TAKEN_MINOR)
  await bench.driver.reinstate?.(driven(made), GIVEN_MINOR)
  await bench.driver.reverse?.(driven(made), TAKEN_AGAIN_MINOR)
  await bench.driver.settle?.()
  return made
}

/** A paid payment whose dispute has taken these steps. */
async function disputed(
  bench: Bench,
  steps: readonly Parameters<NonNullable<Bench['driver']['dispute']>>[1][],
): Promise<Made> {
  const { driver } = bench
  if (driver.dispute === undefined) skip('needs the driver’s `dispute`')
  const made = await paid(bench)
  for (const step of steps)
    if (!(await driver.dispute(driven(made), step)))
      skip(`the processor cannot tell of the step ${step}`)
  await driver.settle?.()
  return made
}

/** The steps that are told of a payment, each once. */
async function stepsOf(bench: Bench, made: Made): Promise<string[]> {
  const told = await disputesOf(bench, made)
  const named = told.map(
    ({ step, reference, amountMinor, currency }) =>
      `${step} of ${reference} with ${amountMinor} ${currency}`,
  )
  return [...new Set(named)].toSorted()
}
