import type { KnownPayment, Processor, ProcessorInquiry } from '../processor.ts'
import type { TrialBench } from './trial-bench.ts'
import { BrokenOff, recordSteps, type StepRecord } from './record-steps.ts'
import { STEPS_WITH_A_PERSON, stepsOf, type StepResult, type TriedMethod } from './steps.ts'
import { createTestCharges, type TestCharges, type TestPayment } from './test-charges.ts'
import { tryCards } from './try-cards.ts'
import { makeShortCharge, tryCharges, tryExpiry } from './try-charges.ts'
import { tryPayment } from './try-payment.ts'
import { tryRefunds } from './try-refunds.ts'

/** Money of an account trial, in centavos. `givenBackMinor` counts only refunds whose look-up says that they have succeeded. */
export interface TrialMoney {
  receivedMinor: number
  givenBackMinor: number
  currency: string
  /** The ids and references by which the bank's app finds the payments. */
  payments: Pick<KnownPayment, 'paymentId' | 'references'>[]
}

export interface AccountTrial {
  steps: readonly StepResult[]
  /** What no document says, and the trial has found out. */
  settled: Readonly<Record<string, string>>
  money: TrialMoney
  isBrokenOff: boolean
}

interface Run {
  bench: TrialBench
  record: StepRecord
  charges: TestCharges
  money: TrialMoney
}

/**
 * Tries an account at its real processor through the port: its checks, its charges and, if there is a person who pays, a
 * payment and its refunds. At the end none of its charges can be paid any more.
 */
export async function tryAccount(bench: TrialBench): Promise<AccountTrial> {
  const run: Run = {
    bench,
    record: recordSteps(bench),
    charges: createTestCharges(bench),
    money: { receivedMinor: 0, givenBackMinor: 0, currency: 'BRL', payments: [] },
  }
  let isBrokenOff = false
  try {
    await runSteps(run)
  } catch (error) {
    if (!(error instanceof BrokenOff)) throw error
    isBrokenOff = true
  } finally {
    for (const { charge, outcome } of await run.charges.removeOpen()) receive(run, charge, outcome)
  }
  run.record.notShown(stepsOf(triedMethods(bench.processor)), 'the run was broken off')
  const { results: steps, settled } = run.record
  return { steps, settled, money: run.money, isBrokenOff }
}

/** The methods of an account that can be tried. */
export function triedMethods(processor: Processor): TriedMethod[] {
  const takesPix = processor.methods?.includes('pix') ?? true
  return [
    ...(takesPix ? (['pix'] as const) : []),
    ...(processor.cardTrial === undefined ? [] : (['card'] as const)),
  ]
}

async function runSteps(run: Run): Promise<void> {
  const { bench, record, charges } = run
  for (const check of bench.checks) await record.check(check.name, () => check.run())
  await tryProbe(run)
  const methods = triedMethods(bench.processor)
  if (methods.includes('pix')) await tryPix(run)
  const { cardTrial } = bench.processor
  const { sealCard } = bench
  if (cardTrial !== undefined && sealCard !== undefined)
    await tryCards({ bench, record, charges, trial: cardTrial, sealCard })
}

async function tryPix(run: Run): Promise<void> {
  const { bench, record, charges } = run
  const canCharge = await tryCharges(run)
  const short = canCharge ? await makeShortCharge(run) : undefined
  if (!canCharge) record.notShown(STEPS_WITH_A_PERSON, 'no charge could be made')
  else if (bench.person === undefined)
    record.notShown(STEPS_WITH_A_PERSON, 'nobody was to pay: run it without --without-payment')
  else await tryMoney(run, bench.person)
  if (short === undefined) record.notShown(['charge.expiry'], 'no charge could be made')
  else if (short instanceof Error) await record.show('charge.expiry', () => Promise.reject(short))
  else await tryExpiry({ bench, record, charges }, short)
}

async function tryProbe({ bench: { processor }, record }: Run): Promise<void> {
  const probe = processor.probe?.bind(processor)
  if (probe === undefined) {
    record.notShown(['account.probe'], 'the module has no probe')
    return
  }
  await record.show('account.probe', async () => {
    await probe()
    return 'it answered'
  })
}

async function tryMoney(run: Run, person: NonNullable<TrialBench['person']>): Promise<void> {
  const { bench, record } = run
  const paid = await tryPayment(run, person, (charge, outcome) => receive(run, charge, outcome))
  if (paid === undefined) {
    record.notShown(STEPS_WITH_A_PERSON, 'no payment was seen')
    return
  }
  await tryRefunds({
    bench,
    record,
    paid,
    onReturned: (minor) => (run.money.givenBackMinor += minor),
  })
}

function receive({ money }: Run, { known }: TestPayment, outcome: ProcessorInquiry): void {
  if (outcome.status !== 'succeeded') return
  money.receivedMinor += outcome.capturedMinor
  money.currency = outcome.currency
  money.payments.push({ paymentId: known.paymentId, references: known.references })
}
