import type { HoldingProcessor } from '#sandbox/simulator/simulated-processor.ts'
import {
  hasNoAnswer,
  type CaptureAnswer,
  type NewCapture,
  type Processor,
  type ProcessorOutcome,
} from '#server/processors/processor.ts'

export type Broken = [
  what: string,
  id: string,
  found: RegExp,
  change: (module: HoldingProcessor, memory: Set<string>) => Partial<Processor>,
]

const VOIDED = { status: 'voided', reason: 'requested' } as const
const REFUSED = { status: 'refused', reason: 'refused' } as const

function capturedAs({ amountMinor, currency }: NewCapture): CaptureAnswer {
  return { status: 'captured', capturedMinor: amountMinor, currency }
}

/** Calls as the module does, and answers otherwise where no answer comes. */
export async function orElse<T>(call: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (hasNoAnswer(error)) return otherwise
    throw error
  }
}

/** Faults in a module that tells of what happens after success. */
export const BROKEN_AFTER_SUCCESS: Broken[] = [
  [
    'takes what came again off what was taken',
    'reversal.reinstated',
    /600 came again, and the inquiry answered/,
    (module) => ({
      async inquire(paymentId) {
        const outcome = await module.inquire(paymentId)
        if (outcome.status !== 'succeeded') return outcome
        const { reversedMinor = 0, reinstatedMinor = 0, ...rest } = outcome
        return { ...rest, reversedMinor: reversedMinor - reinstatedMinor }
      },
    }),
  ],
  [
    'takes a refund that came back for one that was made',
    'refund.reversed',
    /its money came back, and it answered \{"status":"succeeded"/,
    (module) => ({
      async inquireRefund(refundId) {
        const found = await module.inquireRefund(refundId)
        return found.status === 'reversed' ? { status: 'succeeded' } : found
      },
    }),
  ],
  [
    'does not say which refund came back',
    'refund.reversed',
    /no notification names the refund/,
    (module) => ({
      async readNotification(rawBody, headers) {
        const read = await module.readNotification(rawBody, headers)
        if (read === undefined || 'length' in read) return read
        const { refundId: _, ...unnamed } = read
        return unnamed
      },
    }),
  ],
  [
    'calls a refund unsent whose answer was lost',
    'refund.not_sent',
    /was lost, and the refund was called unsent: 990 went out/,
    (module) => ({
      createRefund: (refund) =>
        orElse(module.createRefund(refund), { status: 'pending', isNotSent: true }),
    }),
  ],
  [
    'tells the latest step of a dispute alone',
    'dispute.any_order',
    /it told \[chargeback_reversed [^,]*\]/,
    (module) => ({
      async inquire(paymentId) {
        const outcome = await module.inquire(paymentId)
        return outcome.status === 'succeeded'
          ? { ...outcome, disputes: outcome.disputes?.slice(-1) ?? [] }
          : outcome
      },
    }),
  ],
]

/** Faults in a module that can hold cards: what is wrong, the check that must see it, what it finds, and the fault. */
export const BROKEN_HOLDS: Broken[] = [
  [
    'takes the money at once',
    'authorize.amount',
    /answered with \{"status":"succeeded"/,
    (module) => ({
      createPayment(payment) {
        const other = { ...payment }
        delete other.captureMethod
        return module.createPayment(other)
      },
    }),
  ],
  [
    'gives a payment up in its own memory alone',
    'authorize.late',
    /is still held/,
    () => ({
      cancelPayment: async (): Promise<ProcessorOutcome> => ({
        status: 'failed',
        declineCode: 'processing_error',
      }),
    }),
  ],
  [
    'captures whole units',
    'capture.full',
    /capture of 1999 was answered/,
    (module) => ({
      capturePayment: (capture) =>
        module.capturePayment({
          ...capture,
          amountMinor: Math.ceil(capture.amountMinor / 100 - 0.99) * 100 || 1,
        }),
    }),
  ],
  [
    'captures all that is held',
    'capture.part',
    /capture of 20000 was answered/,
    (module) => ({
      capturePayment: (capture, { amountMinor }) =>
        module.capturePayment({ ...capture, amountMinor }),
    }),
  ],
  [
    'captures as much as there is',
    'capture.beyond',
    /capture of 25991 was answered/,
    (module) => ({
      capturePayment: (capture, { amountMinor }) =>
        module.capturePayment({
          ...capture,
          amountMinor: Math.min(amountMinor, capture.amountMinor),
        }),
    }),
  ],
  [
    'calls a repeated capture refused',
    'capture.twice',
    /capture of 20000 was answered with \{"status":"refused"/,
    (module, memory) => ({
      async capturePayment(capture) {
        const answer = await module.capturePayment(capture)
        if (memory.has(capture.paymentId)) return REFUSED
        memory.add(capture.paymentId)
        return answer
      },
    }),
  ],
  [
    'calls a capture made that never arrived',
    'capture.lost_before',
    /the books have the captures \[\]/,
    (module) => ({
      capturePayment: (capture) => orElse(module.capturePayment(capture), capturedAs(capture)),
    }),
  ],
  [
    'calls a capture refused whose answer is lost',
    'capture.lost_after',
    /the capture was called refused/,
    (module) => ({
      capturePayment: (capture) => orElse(module.capturePayment(capture), REFUSED),
    }),
  ],
  [
    'captures what was released',
    'capture.after_void',
    /capture of 25990 was answered with \{"status":"captured"/,
    (module) => ({
      async capturePayment(capture) {
        const answer = await module.capturePayment(capture)
        return answer.status === 'refused' ? capturedAs(capture) : answer
      },
    }),
  ],
  [
    'calls a payment failed whose capture failed',
    'capture.fails_later',
    /the inquiry answered \{"status":"failed"/,
    (module) => ({
      async inquire(paymentId) {
        const outcome = await module.inquire(paymentId)
        const isGone = outcome.status === 'succeeded' && outcome.reversedMinor !== undefined
        return isGone ? { status: 'failed', declineCode: 'processing_error' } : outcome
      },
    }),
  ],
  [
    'calls a hold released without asking',
    'void.held',
    /the inquiry then answered \{"status":"authorized"/,
    () => ({ cancelPayment: async () => VOIDED }),
  ],
  [
    'calls a second release failed',
    'void.twice',
    /the second release was answered with \{"status":"failed"/,
    (module, memory) => ({
      async cancelPayment(paymentId) {
        const outcome = await module.cancelPayment(paymentId)
        if (memory.has(paymentId)) return { status: 'failed', declineCode: 'processing_error' }
        memory.add(paymentId)
        return outcome
      },
    }),
  ],
  [
    'calls every cancellation a release',
    'void.after_capture',
    /answered with \{"status":"voided"/,
    (module) => ({
      async cancelPayment(paymentId) {
        await module.cancelPayment(paymentId)
        return VOIDED
      },
    }),
  ],
  [
    'calls a hold released whose release never arrived',
    'void.lost',
    /is still held/,
    (module) => ({
      cancelPayment: (paymentId) =>
        orElse<ProcessorOutcome>(module.cancelPayment(paymentId), VOIDED),
    }),
  ],
]
