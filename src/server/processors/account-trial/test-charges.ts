import { newTrialId } from '#domain/trial-id.ts'
import type { KnownPayment, ProcessorInquiry, ProcessorPayment } from '../processor.ts'
import type { TrialBench } from './trial-bench.ts'

/** A charge of an account trial, with what the checkout would keep of it. */
export interface TestCharge {
  payment: ProcessorPayment
  known: KnownPayment
  expiresAt: Date
}

export interface TestCharges {
  /** A charge that is not made yet. */
  prepare(expiresInMs: number): TestCharge
  create(charge: TestCharge): Promise<ProcessorInquiry>
  inquire(charge: TestCharge): Promise<ProcessorInquiry>
  cancel(charge: TestCharge): Promise<ProcessorInquiry>
  /** Cancels the charges that may still be payable. Returns those that turned out to be paid, with their outcomes. */
  removeOpen(): Promise<{ charge: TestCharge; outcome: ProcessorInquiry }[]>
}

const CURRENCY = 'BRL'
const NOBODY = '00000000-0000-4000-8000-000000000000'

export function createTestCharges(bench: TrialBench): TestCharges {
  const { processor, amountMinor, shown, clock, random } = bench
  const open = new Set<TestCharge>()

  function learn(charge: TestCharge, outcome: ProcessorInquiry): ProcessorInquiry {
    const { references, state } = charge.known
    if ('references' in outcome) charge.known.references = { ...references, ...outcome.references }
    if ('state' in outcome) charge.known.state = { ...state, ...outcome.state }
    if (outcome.status === 'succeeded' || outcome.status === 'failed') open.delete(charge)
    return outcome
  }

  const charges: TestCharges = {
    prepare(expiresInMs) {
      const paymentId = newTrialId('pay', random)
      const asked = { paymentId, amountMinor, currency: CURRENCY }
      const expiresAt = new Date(clock().getTime() + expiresInMs)
      const method = { type: 'pix', expiresAt } as const
      const payment = { ...asked, ...shown, merchantId: NOBODY, customer: {}, method }
      const known = { ...asked, method: 'pix', references: {}, state: {}, facts: [] } as const
      return { payment, known: { ...known }, expiresAt }
    },
    async create(charge) {
      open.add(charge)
      return learn(charge, await processor.createPayment(charge.payment))
    },
    inquire: async (charge) =>
      learn(charge, await processor.inquire(charge.known.paymentId, charge.known)),
    cancel: async (charge) =>
      learn(charge, await processor.cancelPayment(charge.known.paymentId, charge.known)),
    async removeOpen() {
      const paid = []
      for (const charge of Array.from(open)) {
        const outcome = await charges.cancel(charge).catch(() => undefined)
        if (outcome?.status === 'succeeded') paid.push({ charge, outcome })
      }
      return paid
    },
  }
  return charges
}
