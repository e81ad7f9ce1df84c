import type { KnownPayment, Processor } from '../processor.ts'
import { poll } from './poll.ts'
import { BrokenOff, recordSteps, StepFailed } from './record-steps.ts'
import { OBSERVED_STEPS, type StepName } from './steps.ts'
import type { TrialBench } from './trial-bench.ts'
import type { AccountTrial } from './try-account.ts'

/** A payment as the serving process has stored it. */
interface StoredPayment {
  status: string
  capturedMinor: number
  currency: string
  /** With what webhooks have proved, and without what answers said. */
  told: KnownPayment
  refunds: readonly { status: string; amountMinor: number }[]
}

export interface Observing extends Pick<
  TrialBench,
  'clock' | 'sleep' | 'isBrokenOff' | 'onResult' | 'waits'
> {
  processor: Processor
  read(): Promise<StoredPayment>
  /** Somebody is to refund it. */
  askForRefund(): void
}

/** Follows a payment that somebody has made on the page: its capture, what is told of it, and a refund. Sends nothing. */
export async function observePayment(observing: Observing): Promise<AccountTrial> {
  const record = recordSteps(observing)
  const names = Object.keys(OBSERVED_STEPS) as StepName[]
  let isBrokenOff = false
  try {
    const isPaid = await record.show('observe.paid', () => awaitPaid(observing))
    const isTold = isPaid && (await record.show('observe.told', () => awaitTold(observing)))
    if (isTold) await record.show('observe.refund', () => awaitRefund(observing))
    record.notShown(names, 'the step before has failed')
  } catch (error) {
    if (!(error instanceof BrokenOff)) throw error
    isBrokenOff = true
    record.notShown(names, 'the run was broken off')
  }
  const { results: steps, settled } = record
  const money = { receivedMinor: 0, givenBackMinor: 0, currency: 'BRL', payments: [] }
  return { steps, settled, money, isBrokenOff }
}

/** What is found within the time that the operator waits. Throws `StepFailed` with what was there at the end. */
async function awaitFound(
  observing: Observing,
  look: () => Promise<{ found?: string; so: string }>,
): Promise<string> {
  const forMs = observing.waits.paymentMs
  let so = ''
  const found = await poll(observing, { forMs }, async () => {
    const seen = await look()
    so = seen.so
    return seen.found
  })
  if (found === undefined) throw new StepFailed(`after ${Math.round(forMs / 1000)} s it is ${so}`)
  return found
}

async function awaitPaid(observing: Observing): Promise<string> {
  return awaitFound(observing, async () => {
    const { status: so, capturedMinor, currency } = await observing.read()
    const found = `${capturedMinor} ${currency} are captured, in the smallest unit`
    return so === 'succeeded' ? { found, so } : { so }
  })
}

async function awaitTold(observing: Observing): Promise<string> {
  const { processor } = observing
  return awaitFound(observing, async () => {
    const { told, capturedMinor } = await observing.read()
    const outcome = await processor.inquire(told.paymentId, told)
    const isTold = outcome.status === 'succeeded' && outcome.capturedMinor === capturedMinor
    const codes = told.facts.map(({ code }) => code).join(', ')
    const found = codes === '' ? 'by look-up' : `by ${codes}`
    return isTold ? { found, so: outcome.status } : { so: `${outcome.status} by what is told` }
  })
}

async function awaitRefund(observing: Observing): Promise<string> {
  observing.askForRefund()
  return awaitFound(observing, async () => {
    const { refunds, currency } = await observing.read()
    const so = refunds.map(({ status }) => status).join(', ') || 'not refunded'
    const { amountMinor } = refunds.find(({ status }) => status === 'succeeded') ?? {}
    return amountMinor === undefined
      ? { so }
      : { found: `${amountMinor} ${currency} have gone back, in the smallest unit`, so }
  })
}
