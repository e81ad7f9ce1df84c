import { newTrialId } from '#domain/trial-id.ts'
import type { KnownPayment, ProcessorInquiry, ProcessorPayment } from '../processor.ts'
import type { TrialBench } from './trial-bench.ts'

/** A payment of an account trial, with what the checkout would keep of it. */
export interface TestPayment {
  payment: ProcessorPayment
  known: KnownPayment
}

/** A charge of an account trial that a person may pay. */
export interface TestCharge extends TestPayment {
  expiresAt: Date
}

export interface TestCharges {
  /** A charge that is not made yet. */
  prepare(expiresInMs: number): TestCharge
  /** A card payment to be held, not made yet. */
  prepareHold(
    encryptedCard: string,
    of: Pick<ProcessorPayment, 'amountMinor' | 'currency'>,
    returnUrl?: string,
  ): TestPayment
  create(charge: TestPayment): Promise<ProcessorInquiry>
  /** Keeps what an outcome says of a payment. */
  learn(charge: TestPayment, outcome: ProcessorInquiry): ProcessorInquiry
  inquire(charge: TestPayment): Promise<ProcessorInquiry>
  cancel(charge: TestPayment): Promise<ProcessorInquiry>
  /** Cancels what may still be payable, or is held. Returns those that turned out to be paid, with their outcomes. */
  removeOpen(): Promise<{ charge: TestPayment; outcome: ProcessorInquiry }[]>
}

const CURRENCY = 'BRL'
const ENDED: readonly string[] = ['succeeded', 'failed', 'voided']
const NOBODY = '00000000-0000-4000-8000-000000000000'

export function createTestCharges(bench: TrialBench): TestCharges {
  const { processor, amountMinor, shown, clock, random } = bench
  const open = new Set<TestPayment>()

  function learn(charge: TestPayment, outcome: ProcessorInquiry): ProcessorInquiry {
    const { references, state } = charge.known
    if ('references' in outcome) charge.known.references = { ...references, ...outcome.references }
    if ('state' in outcome) charge.known.state = { ...state, ...outcome.state }
    if (ENDED.includes(outcome.status)) open.delete(charge)
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
    prepareHold(encryptedCard, of, returnUrl = shown.returnUrl) {
      const asked = { paymentId: newTrialId('pay', random), ...of }
      const captureMethod = 'manual' as const
      const method = { type: 'card', encryptedCard, installments: 1 } as const
      const customer = { email: 'homologation@checkout.example' }
      const about = { ...shown, returnUrl, merchantId: NOBODY, customer }
      const payment = { ...asked, ...about, method, captureMethod }
      const known = { ...asked, captureMethod, references: {}, state: {}, facts: [] }
      return { payment, known: { ...known, method: 'card' } }
    },
    learn,
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
