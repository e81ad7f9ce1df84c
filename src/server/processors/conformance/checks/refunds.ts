import { isProcessorRefused } from '../../processor.ts'
import {
  AMOUNT_MINOR,
  type Bench,
  created,
  inquire,
  inquireRefund,
  type Made,
  type MadeRefund,
  newPayment,
  newRefund,
  paid,
  refund,
  needProcessor,
} from '../bench.ts'
import { mustHaveMoved } from '../books.ts'
import type { Check } from '../check.ts'
import { must, show } from '../must.ts'
import { attempt } from '../each-request.ts'

const PARTS_MINOR = [990, 1, 24_999]

/** Money back: once, to the minor unit, and never more than was taken. */
export const REFUNDS: readonly Check[] = [
  {
    id: 'refund.parts',
    holds: 'A payment is refunded in parts until nothing is left, each of the exact amount.',
    matters: 'Shoppers get back what they were promised.',
    remedy: 'Send the amount of the refund, not that of the payment.',
    async run(bench) {
      const made = await paid(bench)
      for (const part of PARTS_MINOR) await refunded(bench, made, part)
      await mustHaveMoved(bench, made, { captures: [AMOUNT_MINOR], refunds: PARTS_MINOR })
      const outcome = await inquire(bench, made)
      const isKept = outcome.status === 'succeeded' && (outcome.reversedMinor ?? 0) === 0
      must(isKept, `refunds are no reversals, and the inquiry answered ${show(outcome)}`)
    },
  },
  {
    id: 'refund.beyond',
    holds: 'A refund of more than is left is refused, and moves nothing.',
    matters: 'It would be the merchant’s own money.',
    remedy:
      'Leave it to the processor, and answer `failed` or throw `ProcessorRefused` when it refuses.',
    async run(bench) {
      const made = await paid(bench)
      await mustRefuse(bench, made, newRefund(bench, made, AMOUNT_MINOR + 1))
      await refunded(bench, made, 20_000)
      await mustRefuse(bench, made, newRefund(bench, made, 6_000))
      await mustHaveMoved(bench, made, { captures: [AMOUNT_MINOR], refunds: [20_000] })
    },
  },
  {
    id: 'refund.twice',
    holds: 'The same refund sent twice goes out once, and is not called failed the second time.',
    matters: 'The worker repeats a refund whose outcome it does not know.',
    remedy: 'Send `refundId` as the id; where the processor refuses a known one, ask for it.',
    async run(bench) {
      const made = await paid(bench)
      const asked = await refunded(bench, made, 990)
      const again = await attempt(() => refund(bench, made, asked))
      if ('answer' in again)
        must(again.answer.status !== 'failed', 'the second time it was answered with failed')
      else must(!isProcessorRefused(again.error), 'the second time it was refused')
      await mustHaveMoved(bench, made, { captures: [AMOUNT_MINOR], refunds: [990] })
    },
  },
  {
    id: 'refund.other_content',
    holds: 'A known refund id with another amount moves nothing more.',
    matters: 'An id stands for one refund.',
    remedy: 'Let the processor refuse it, or answer what the first one said.',
    async run(bench) {
      const made = await paid(bench)
      const asked = await refunded(bench, made, 990)
      await attempt(() => refund(bench, made, { ...asked, amountMinor: 1_990 }))
      await mustHaveMoved(bench, made, { captures: [AMOUNT_MINOR], refunds: [990] })
    },
  },
  {
    id: 'refund.unpaid',
    holds: 'A refund of a payment that is unknown, or that nobody has paid, is refused.',
    matters: 'There is nothing to give back.',
    remedy: 'Answer `failed` or throw `ProcessorRefused` where there is no money to return.',
    async run(bench) {
      needProcessor(bench)
      const unknown = await newPayment(bench)
      await mustRefuse(bench, unknown, newRefund(bench, unknown, 990))
      const open = await created(bench)
      if (open.outcome?.status !== 'succeeded')
        await mustRefuse(bench, open, newRefund(bench, open, 990))
    },
  },
  {
    id: 'refund.inquire',
    holds:
      'An inquiry finds a refund and its end, also with an empty memory; an unknown one is `not_found`.',
    matters: 'A refund that is not found is sent again by another id.',
    remedy: 'Answer `not_found` only where the processor says so.',
    async run(bench) {
      const made = await paid(bench)
      const unknown = await inquireRefund(bench, made, newRefund(bench, made, 990))
      must(unknown.status === 'not_found', `an unknown one was answered with ${show(unknown)}`)
      const asked = await refunded(bench, made, 990)
      await bench.driver.settle?.()
      const found = await inquireRefund(await bench.again(), made, asked)
      const isFound =
        found.status === 'succeeded' ||
        (bench.driver.settle === undefined && found.status === 'pending')
      must(isFound, `it went out, and the inquiry answered ${show(found)}`)
      const again = await inquireRefund(bench, made, asked)
      must(again.status === found.status, `first it answered ${show(found)}, then ${show(again)}`)
    },
  },
  {
    id: 'refund.final',
    holds: 'A refund that was refused stays so: sent again by its id, it does not go out.',
    matters: 'The checkout has told the merchant that it failed, and another one is on its way.',
    remedy: 'Let the processor keep refused ids; a new try has a new id.',
    async run(bench) {
      const made = await paid(bench)
      const asked = newRefund(bench, made, AMOUNT_MINOR + 1)
      await mustRefuse(bench, made, asked)
      await mustRefuse(bench, made, asked)
      const found = await inquireRefund(bench, made, asked)
      must(
        found.status === 'failed' || found.status === 'not_found',
        `the inquiry answered ${show(found)}`,
      )
      await mustHaveMoved(bench, made, { captures: [AMOUNT_MINOR] })
    },
  },
]

async function refunded(bench: Bench, made: Made, amountMinor: number): Promise<MadeRefund> {
  const asked = newRefund(bench, made, amountMinor)
  const answer = await refund(bench, made, asked)
  must(answer.status !== 'failed', `a refund of ${amountMinor} was answered with ${show(answer)}`)
  return asked
}

/** Asserts that a refund is refused: by an error, by `failed`, or by `pending` that ends as `failed`. */
async function mustRefuse(bench: Bench, made: Made, asked: MadeRefund): Promise<void> {
  const ended = await attempt(() => refund(bench, made, asked))
  if ('error' in ended) {
    must(
      isProcessorRefused(ended.error),
      `a refund of ${asked.amountMinor} threw ${show(ended.error)}, and not ProcessorRefused`,
    )
    return
  }
  let { status }: { status: string } = ended.answer
  if (status === 'pending') {
    await bench.driver.settle?.()
    status = (await inquireRefund(bench, made, asked)).status
  }
  must(
    status === 'failed',
    `a refund of ${asked.amountMinor} that cannot be was answered with ${status}`,
  )
}
