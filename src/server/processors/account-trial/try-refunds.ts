import { newTrialId } from '#domain/trial-id.ts'
import { formatMoney } from '#domain/money.ts'
import {
  isProcessorNotAsked,
  isProcessorRefused,
  type KnownRefund,
  type ProcessorRefund,
} from '../processor.ts'
import type { TrialBench } from './trial-bench.ts'
import { poll } from './poll.ts'
import { StepFailed, type StepRecord } from './record-steps.ts'
import type { StepName } from './steps.ts'
import { movementsOf, type PaidCharge } from './try-payment.ts'

interface Trying {
  bench: TrialBench
  record: StepRecord
  paid: PaidCharge
  /** Told of each refund that has ended, in centavos. */
  onReturned: (amountMinor: number) => void
}

interface TestRefund {
  known: KnownRefund
  /** What is known of its money; `unknown` after no answer. */
  status: ProcessorRefund['status'] | 'unknown' | 'not_made'
}

/** The steps of refunds. */
export async function tryRefunds(trying: Trying): Promise<void> {
  const { record, paid } = trying
  const { capturedMinor } = paid.outcome
  const partMinor = Math.floor(capturedMinor / 2)
  const part = partMinor > 0 ? await makeRefund(trying, 'refund.part', partMinor) : undefined
  if (part === undefined)
    record.notShown(
      ['refund.part', 'refund.part_seen'],
      'one centavo has no parts: --amount 2 shows it',
    )
  else if (await awaitEnd(trying, 'refund.part_seen', part)) await tryRepeat(trying, part)
  const isTaken = part !== undefined && part.status !== 'not_made' && part.status !== 'failed'
  const restMinor = capturedMinor - (isTaken ? partMinor : 0)
  const rest = await makeRefund(trying, 'refund.rest', restMinor)
  const isEnded = await awaitEnd(trying, 'refund.rest_seen', rest)
  if (part === undefined && isEnded) await tryRepeat(trying, rest)
  record.notShown(['refund.repeat'], 'no refund has ended')
  await tryMovements(trying, part === undefined ? [rest] : [part, rest])
}

async function makeRefund(
  { bench, record, paid }: Trying,
  step: StepName,
  amountMinor: number,
): Promise<TestRefund> {
  const refundId = newTrialId('re', bench.random)
  const { known: payment } = paid.charge
  const asked = { refundId, paymentId: payment.paymentId, amountMinor, currency: payment.currency }
  const refund: TestRefund = {
    known: { ...asked, payment, references: {}, state: {} },
    status: 'unknown',
  }
  await record.show(step, async () => {
    try {
      await request(bench, refund)
    } catch (error) {
      if (isProcessorNotAsked(error) || isProcessorRefused(error)) refund.status = 'not_made'
      throw error
    }
    if (refund.status === 'failed') throw new StepFailed('the refund was answered as failed')
    return `${sumOf(refund)}: ${refund.status}`
  })
  return refund
}

async function request({ processor }: TrialBench, refund: TestRefund): Promise<void> {
  const { payment, ...asked } = refund.known
  learn(refund, await processor.createRefund(asked, payment))
}

function learn(refund: TestRefund, made: ProcessorRefund): void {
  const { known } = refund
  known.references = { ...known.references, ...made.references }
  known.state = { ...known.state, ...made.state }
  refund.status = made.status
}

/** True when the refund has ended, and the money has gone back. */
async function awaitEnd(
  { bench, record, onReturned }: Trying,
  step: StepName,
  refund: TestRefund,
): Promise<boolean> {
  if (refund.status === 'not_made') {
    record.notShown([step], 'there is no refund')
    return false
  }
  return record.show(step, async () => {
    await lookUp(bench, refund)
    if (refund.status !== 'succeeded')
      throw new StepFailed(`${sumOf(refund)}: ${refund.status} when the wait was over`)
    onReturned(refund.known.amountMinor)
    return `${sumOf(refund)}: it has gone back`
  })
}

async function lookUp(bench: TrialBench, refund: TestRefund): Promise<void> {
  const { refundId } = refund.known
  await poll(bench, { forMs: bench.waits.settlingMs }, async () => {
    const found = await bench.processor.inquireRefund(refundId, refund.known)
    if (found.status === 'not_found') throw new StepFailed('the refund is not found by our own id')
    learn(refund, found)
    return found.status === 'pending' ? undefined : true
  })
}

async function tryRepeat(trying: Trying, refund: TestRefund): Promise<void> {
  const { bench, record, paid } = trying
  await record.show('refund.repeat', async () => {
    await request(bench, refund)
    await lookUp(bench, refund)
    if (refund.status !== 'succeeded')
      throw new StepFailed(`after the second request the refund is ${refund.status}`)
    const { reversedMinor } = await stateOf(trying)
    if (reversedMinor > 0)
      throw new StepFailed(`${reversedMinor} centavos more have gone back, under another id`)
    const { refundId, amountMinor } = refund.known
    if (bench.processor.listMovements === undefined) return 'no more has gone back by look-up'
    const listed = await movementsOf(bench, paid.since, [refundId])
    const went = listed.reduce((sum, movement) => sum + movement.amountMinor, 0)
    if (went > amountMinor)
      throw new StepFailed(
        `${went} centavos have gone back instead of ${amountMinor}: the list has the refund ${listed.length} times`,
      )
    return `${sumOf(refund)} once`
  })
}

/** What was taken, and taken back, by the look-up of the payment. */
async function stateOf({ bench, paid }: Trying): Promise<{ reversedMinor: number }> {
  const { known } = paid.charge
  const outcome = await bench.processor.inquire(known.paymentId, known)
  if (outcome.status !== 'succeeded')
    throw new StepFailed(`the look-up of the payment says ${outcome.status} after a refund`)
  return { reversedMinor: outcome.reversedMinor ?? 0 }
}

async function tryMovements({ bench, record, paid }: Trying, refunds: TestRefund[]): Promise<void> {
  if (bench.processor.listMovements === undefined) {
    record.notShown(['refund.movements'], 'the module lists no movements')
    return
  }
  if (refunds.every(({ status }) => status === 'not_made')) {
    record.notShown(['refund.movements'], 'there is no refund')
    return
  }
  const { capturedMinor } = paid.outcome
  const ids = refunds.map(({ known }) => known.refundId)
  await record.show('refund.movements', async () => {
    let listed: number[] = []
    await poll(bench, { forMs: bench.waits.settlingMs }, async () => {
      const found = await movementsOf(bench, paid.since, ids)
      listed = found.map(({ amountMinor }) => amountMinor)
      return sum(listed) >= capturedMinor ? true : undefined
    })
    const found = `${listed.length} refunds of ${sum(listed)} centavos are listed`
    if (sum(listed) !== capturedMinor || listed.length !== ids.length)
      throw new StepFailed(`${found}, and ${ids.length} of ${capturedMinor} were expected`)
    return found
  })
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}

function sumOf({ known: { amountMinor: amount, currency } }: TestRefund): string {
  return formatMoney({ amount, currency }, 'en')
}
