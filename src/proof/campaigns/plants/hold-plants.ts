import type { PaymentOutcome } from '#domain/settle.ts'
import type { CaptureAnswer, Processor } from '#server/processors/processor.ts'
import { holdAndDecide } from '../simulation/hold-scenes.ts'
import type { Plant } from '../simulation/plant.ts'
import { stayPaid, waitForRefund } from '../simulation/scripted-beginnings.ts'
import { quietly } from './focus.ts'
import { plant, skipping } from './plant-tools.ts'

type Succeeded = Extract<PaymentOutcome, { status: 'succeeded' }>

/** Faults in holds, in what comes back, and in disputes. */
export const HOLD_PLANTS: readonly Plant[] = [
  plant('R-89: a part is asked, and the whole hold is captured', ['I1', 'I13'], {
    focus: quietly(holdAndDecide),
    unkindnesses: ['two steps'],
    processor: (processor) =>
      capturing(processor, (capture, ask, heldMinor) =>
        ask({ ...capture, amountMinor: heldMinor }),
      ),
  }),
  plant('R-90: a refused capture is booked as success', ['I1', 'I2', 'I6', 'I11'], {
    focus: quietly(holdAndDecide),
    unkindnesses: ['hold refused late'],
    processor: (processor) =>
      capturing(processor, async (capture, ask) => {
        const answer = await ask(capture)
        const { amountMinor: capturedMinor, currency } = capture
        return answer.status === 'refused'
          ? { status: 'captured', capturedMinor, currency }
          : answer
      }),
  }),
  plant('R-91: a hold past its end is left', ['I14', 'L1'], {
    focus: quietly(holdAndDecide),
    unkindnesses: ['two steps'],
    database: skipping('holds past their end', () => true),
  }),
  plant('R-91: a release is acknowledged, and never asked for', ['I14'], {
    focus: quietly(holdAndDecide),
    unkindnesses: ['two steps'],
    processor: (processor) => ({
      ...processor,
      cancelPayment: async () => ({ status: 'voided', reason: 'requested' }),
    }),
  }),
  plant('R-92: money that comes back is ignored', ['I6', 'I11'], {
    focus: quietly(stayPaid),
    unkindnesses: ['captured again', 'dispute won then lost'],
    processor: (processor) =>
      telling(processor, ({ reinstatedMinor: _reinstatedMinor, ...kept }) => kept),
  }),
  plant('R-92: money that comes back is added to what was captured', ['I1', 'I6', 'I11'], {
    focus: quietly(stayPaid),
    unkindnesses: ['captured again', 'dispute won then lost'],
    processor: (processor) =>
      telling(processor, ({ reinstatedMinor = 0, ...kept }) => ({
        ...kept,
        capturedMinor: kept.capturedMinor + reinstatedMinor,
      })),
  }),
  plant('R-94: a refund that came back is ignored', ['I6', 'I11'], {
    focus: quietly(waitForRefund),
    unkindnesses: ['refund comes back'],
    processor: (processor) => ({
      ...processor,
      async inquireRefund(refundId, known) {
        const found = await processor.inquireRefund(refundId, known)
        return found.status === 'reversed' ? { ...found, status: 'succeeded' } : found
      },
    }),
  }),
  plant('R-95: a dispute is not written', ['I15'], {
    focus: quietly(stayPaid),
    unkindnesses: ['disputed', 'dispute won then lost'],
    processor: (processor) => telling(processor, ({ disputes: _disputes, ...kept }) => kept),
  }),
]

type Capture = NonNullable<Processor['capturePayment']>
type Ask = (capture: Parameters<Capture>[0]) => Promise<CaptureAnswer>

function capturing(
  processor: Processor,
  answer: (capture: Parameters<Capture>[0], ask: Ask, heldMinor: number) => Promise<CaptureAnswer>,
): Processor {
  return {
    ...processor,
    capturePayment(capture, known) {
      const ask: Ask = async (asked) =>
        (await processor.capturePayment?.(asked, known)) ?? { status: 'pending' }
      return answer(capture, ask, known.amountMinor)
    },
  }
}

/** Changes what is told of payments that succeeded. */
function telling(processor: Processor, change: (outcome: Succeeded) => Succeeded): Processor {
  return {
    ...processor,
    async createPayment(payment) {
      const outcome = await processor.createPayment(payment)
      return outcome.status === 'succeeded' ? change(outcome) : outcome
    },
    async inquire(id, known) {
      const found = await processor.inquire(id, known)
      return found.status === 'succeeded' ? change(found) : found
    },
  }
}
