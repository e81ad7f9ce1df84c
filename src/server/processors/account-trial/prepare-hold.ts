import type { CardDetails } from '#contract/checkout.ts'
import type { CardTrial, TrialSealing } from '../card-trial.ts'
import { hasNoAnswer, isProcessorRefused, type ProcessorInquiry } from '../processor.ts'
import type { StepRecord } from './record-steps.ts'
import type { TestCharges, TestPayment } from './test-charges.ts'
import type { TrialBench } from './trial-bench.ts'

export interface TryingCards {
  bench: TrialBench
  record: StepRecord
  charges: TestCharges
  trial: CardTrial
  sealCard: NonNullable<TrialBench['sealCard']>
}

/** A way to encrypt that the account takes. */
export interface Sealed extends TryingCards {
  sealing: TrialSealing
}

/** Of the test environment: no money moves. */
export const AMOUNT = { amountMinor: 1000, currency: 'BRL' }
/** A hold that is not made yet. */
export async function prepared(
  { bench, charges, trial, sealing, sealCard }: Sealed,
  changes: Partial<CardDetails & { at: Date; amountMinor: number; currency: string }> = {},
): Promise<TestPayment> {
  const { at = bench.clock(), amountMinor, currency, ...card } = { ...AMOUNT, ...changes }
  const encrypted = await sealCard(sealing.key, { ...trial.card, ...card }, at)
  return charges.prepareHold(encrypted, { amountMinor, currency }, bench.shopper?.returnUrl)
}

/** What became of a call, in words for the report. */
export async function answerOf(call: Promise<ProcessorInquiry>): Promise<string> {
  try {
    const outcome = await call
    return outcome.status === 'failed' ? `failed (${outcome.declineCode})` : outcome.status
  } catch (error) {
    if (isProcessorRefused(error) || hasNoAnswer(error)) return error.message
    throw error
  }
}
