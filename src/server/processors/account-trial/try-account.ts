import type { KnownPayment, ProcessorInquiry } from '../processor.ts'
import type { TrialBench } from './trial-bench.ts'
import { BrokenOff, recordSteps, type StepRecord } from './record-steps.ts'
import { STEPS, STEPS_WITH_A_PERSON, type StepName, type StepResult } from './steps.ts'
import { createTestCharges, type TestCharge, type TestCharges } from './test-charges.ts'
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
  const names = Object.keys(STEPS).filter(isStep)
  run.record.notShown(names, 'the run was broken off')
  return { steps: run.record.results, money: run.money, isBrokenOff }
}

function isStep(name: string): name is StepName {
  return name in STEPS
}

async function runSteps(run: Run): Promise<void> {
  const { bench, record, charges } = run
  for (const check of bench.checks) await record.check(check.name, () => check.run())
  await tryProbe(run)
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

function receive({ money }: Run, { known }: TestCharge, outcome: ProcessorInquiry): void {
  if (outcome.status !== 'succeeded') return
  money.receivedMinor += outcome.capturedMinor
  money.currency = outcome.currency
  money.payments.push({ paymentId: known.paymentId, references: known.references })
}
