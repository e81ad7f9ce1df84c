import type { PaymentOutcome } from '#domain/settle.ts'
import type { ServiceContext } from '#server/service/context.ts'
import type { BreakerPermit } from '#server/service/payments/processor-breaker.ts'
import {
  ProcessorSilent,
  type Processor,
  type ProcessorInquiry,
  type ProcessorOutcome,
} from '#server/processors/processor.ts'
import type { Plant } from '../simulation/plant.ts'
import {
  lookAgainAndAgain,
  payManyOrders,
  paySurplus,
  stayPaid,
  waitForRefund,
} from '../simulation/scripted-beginnings.ts'
import { onCharges, quietly } from './focus.ts'
import { repeatRefundWithoutKey, stealEnvelope } from '../simulation/hostile-scenes.ts'
import { withFreshKey, withFreshSeal } from './request-plants.ts'
import { payAndLookElsewhere, refundReversed } from './processor-scenes.ts'
import { answering, editing, plant, skipping } from './plant-tools.ts'
import { UNCHECKED_REFUNDS } from './unchecked-refunds.ts'

/** The position of a claim's processors among its values. */
const PROCESSORS_AT: Record<string, number> = {
  'claim payments to inquire': 4,
  'claim refunds to finish': 3,
}

/** Faults that were found with a processor less kind than the simulator. */
export const PROCESSOR_PLANTS: readonly Plant[] = [
  plant('R-52: an owed refund that failed is not made again', ['I11', 'L1'], {
    focus: quietly(paySurplus),
    unkindnesses: ['refund fails'],
    database: editing({
      'follow owed refund': (text) =>
        text.replace(
          /refund_owed_at = case when .+? > 0 or exists/,
          'refund_owed_at = case when exists',
        ),
    }),
  }),
  plant('R-52: a payment whose money is not kept is not marked as owed', ['I11'], {
    focus: quietly(paySurplus),
    unkindnesses: ['refund fails'],
    database: skipping('owe refund', () => true),
  }),
  plant('R-53: what an inquiry does not find is given up, even if acknowledged', ['I12'], {
    focus: quietly(lookAgainAndAgain),
    unkindnesses: ['unseen', 'overtaken'],
    database: answering('payment that the processor may not have', () => [{ found: 1 }]),
  }),
  plant('R-53: a webhook does not acknowledge its payment', ['I12'], {
    focus: quietly(payManyOrders),
    unkindnesses: ['overtaken'],
    database: skipping('acknowledge payment', () => true),
  }),
  plant(
    "R-54: a worker claims payments and refunds of another account's processor",
    ['I1', 'I2', 'I6'],
    {
      focus: { ...onCharges(['lost after'], ''), begin: payAndLookElsewhere },
      database: claimingAll(),
    },
  ),
  plant('R-55: another amount is booked as asked', ['I1', 'I6', 'I11'], {
    focus: quietly(stayPaid),
    unkindnesses: ['less', 'more', 'currency'],
    processor: bookingAsAsked,
  }),
  plant('R-55: another amount is ignored', ['I1', 'I11', 'L1'], {
    focus: quietly(stayPaid),
    unkindnesses: ['less', 'more', 'currency'],
    processor: (processor) =>
      withAsked(processor, (outcome, asked) =>
        isOther(outcome, asked) ? { status: 'processing' } : outcome,
      ),
  }),
  plant('R-56: money that the network takes back is ignored', ['I6', 'I11'], {
    focus: quietly(stayPaid),
    unkindnesses: ['reversed in part', 'reversed in full'],
    processor: (processor) =>
      withAsked(processor, (outcome) => {
        if (outcome.status !== 'succeeded') return outcome
        const { reversedMinor: _reversedMinor, ...kept } = outcome
        return kept
      }),
  }),
  plant('R-56: refunds ignore what the network took back', ['I6'], {
    focus: quietly(refundReversed),
    unkindnesses: ['reversed in part', 'reversed in full'],
    sql: [UNCHECKED_REFUNDS],
    database: answering('payment of session to refund', (rows) =>
      rows.map((row) => ({ ...Object(row), reversedMinor: 0 })),
    ),
  }),
  plant('R-57: a pending refund is requested again and again', ['I12'], {
    focus: quietly(waitForRefund),
    unkindnesses: ['refund slow'],
    processor: (processor) => ({
      ...processor,
      inquireRefund: async () => ({ status: 'not_found' }),
    }),
    database: editing({
      'schedule refund inquiry': (text) =>
        text.replace(
          'next_inquiry_at = $2',
          "next_inquiry_at = $2::timestamptz - interval '1 hour'",
        ),
    }),
  }),
  plant('S-111: a sealed card is good for any session', ['I1'], {
    focus: quietly(stealEnvelope),
    request: withFreshSeal,
  }),
  plant('S-120: a refund without an idempotency key is accepted', ['I5'], {
    focus: quietly(repeatRefundWithoutKey),
    request: withFreshKey(),
  }),
  plant('S-113: inquiries about one payment are not coalesced', ['I12'], {
    focus: quietly(lookAgainAndAgain),
    unkindnesses: ['repeated'],
    database: answering('claim inquiry of payment', () => [{ claimed: 1 }]),
  }),
  plant('S-114: any error of the module opens the circuit breaker', ['I12'], {
    focus: quietly(payManyOrders),
    unkindnesses: ['refused', 'broken'],
    context: breakingOnAnyError,
  }),
  plant('S-117: a call that hangs never ends', ['I2', 'L1'], {
    focus: quietly(stayPaid),
    unkindnesses: ['hanging'],
    timer: () => () => new Promise(() => {}),
  }),
]

type Succeeded = Extract<PaymentOutcome, { status: 'succeeded' }>
type Asked = { amountMinor: number; currency: string } | undefined
type Change = (
  outcome: Exclude<PaymentOutcome, { status: 'unknown' }>,
  asked: Asked,
) => typeof outcome

function isOutcome(found: ProcessorInquiry): found is ProcessorOutcome {
  return found.status !== 'not_found' && found.status !== 'not_known_yet'
}

/** Changes every outcome of a payment, given what was asked. */
function withAsked(processor: Processor, change: Change): Processor {
  const asked = new Map<string, Asked>()
  return {
    ...processor,
    async createPayment(payment) {
      asked.set(payment.paymentId, payment)
      return change(await processor.createPayment(payment), payment)
    },
    async inquire(id, known) {
      const found = await processor.inquire(id, known)
      return isOutcome(found) ? change(found, asked.get(id)) : found
    },
    cancelPayment: async (id, known) =>
      change(await processor.cancelPayment(id, known), asked.get(id)),
  }
}

function isOther(outcome: PaymentOutcome, asked: Asked): outcome is Succeeded {
  if (outcome.status !== 'succeeded' || asked === undefined) return false
  return outcome.capturedMinor !== asked.amountMinor || outcome.currency !== asked.currency
}

function bookingAsAsked(processor: Processor): Processor {
  return withAsked(processor, (outcome, asked) =>
    isOther(outcome, asked) && asked !== undefined
      ? { ...outcome, capturedMinor: asked.amountMinor, currency: asked.currency }
      : outcome,
  )
}

/** Claims ignore the processor of a row, and a process treats each claimed row as its own processor's. */
function claimingAll(): Plant['database'] {
  const edits: Parameters<typeof editing>[0] = {}
  let plants: Plant['database'] = (database) => database
  for (const [label, at] of Object.entries(PROCESSORS_AT)) {
    edits[label] = (text) =>
      text.replace(`p.processor = any($${at + 1})`, `$${at + 1}::text[] is not null`)
    const before = plants
    const own = answering(label, (rows, values) => {
      const [processor] = Object(values[at]) as string[]
      return rows.map((row) => ({ ...Object(row), processor }))
    })
    plants = (database, scheduler) => own(before(database, scheduler), scheduler)
  }
  const edited = editing(edits)
  return (database, scheduler) => plants(edited(database, scheduler), scheduler)
}

/** The breaker counts every error as silence. */
function breakingOnAnyError(context: ServiceContext): ServiceContext {
  const { processorBreaker } = context
  return {
    ...context,
    processorBreaker: {
      ...processorBreaker,
      permit(target) {
        const permit = processorBreaker.permit(target)
        return { ...permit, run: (call) => runAsSilent(permit, call) }
      },
    },
  }
}

async function runAsSilent<T>(permit: BreakerPermit, call: () => Promise<T>): Promise<T> {
  let thrown: unknown
  try {
    return await permit.run(async () => {
      try {
        return await call()
      } catch (error) {
        thrown = error
        throw new ProcessorSilent('an error of the module', { cause: error })
      }
    })
  } catch {
    throw thrown
  }
}
