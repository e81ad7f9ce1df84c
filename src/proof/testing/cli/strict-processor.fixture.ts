import type { Processor, ProcessorOutcome } from '#server/processors/processor.ts'
import { createProcessor as createTaking } from './taking-processor.fixture.ts'

const GONE: ProcessorOutcome = { status: 'failed', declineCode: 'replaced' }

/** Value of PROCESSOR: like the taking one, but what was given up or has run out is gone. It has checks, and empty books. */
export function createProcessor(): Processor {
  const taking = createTaking()
  const gone = new Set<string>()
  const endsAt = new Map<string, Date>()
  const isGone = (id: string) => gone.has(id) || (endsAt.get(id) ?? new Date()) < new Date()
  return {
    ...taking,
    checks: [{ name: 'credentials', run: async () => 'the processor knows them' }],
    listMovements: async () => ({ movements: [] }),
    async createPayment(payment) {
      const { paymentId, method } = payment
      if (method.type === 'pix') endsAt.set(paymentId, method.expiresAt)
      return isGone(paymentId) ? GONE : taking.createPayment(payment)
    },
    inquire: async (paymentId, known) =>
      isGone(paymentId) ? GONE : taking.inquire(paymentId, known),
    capturePayment: async ({ amountMinor, currency }) => ({
      status: 'captured',
      capturedMinor: amountMinor,
      currency,
    }),
    async cancelPayment(paymentId) {
      gone.add(paymentId)
      return GONE
    },
  }
}
