import { newTrialId } from '#domain/trial-id.ts'
import type { ProcessorState } from '#domain/settle.ts'
import type { CaptureAnswer, KnownPayment, KnownRefund, ProcessorRefund } from '../processor.ts'
import { poll } from './poll.ts'
import { StepFailed } from './record-steps.ts'
import type { TestPayment } from './test-charges.ts'
import { answerOf, prepared, type Sealed } from './prepare-hold.ts'
import { awaitWebhook } from './try-payment.ts'

export const RELEASED: readonly string[] = ['voided', 'failed (processing_error)']
export const NO_WEBHOOKS =
  'it is told by webhooks: run it beside the serving process, with its database'

/** The steps of what is held: it is captured and refunded, or released. */
export async function tryHolds(sealed: Sealed): Promise<void> {
  const { bench, record, charges } = sealed
  const hold = await prepared(sealed)
  const isHeld = (await answerOf(charges.create(hold))) === 'authorized'
  if (bench.webhooks === undefined) record.notShown(['webhook.arrives'], NO_WEBHOOKS)
  else if (isHeld)
    await record.show('webhook.arrives', () => awaitWebhook(bench, hold.known.paymentId))
  if (isHeld) await tryCapture(sealed, hold)
  record.notShown(['webhook.arrives', 'capture.part', ...AFTER_CAPTURE], 'nothing was captured')
  await tryEarlyRefund(sealed)
  await tryReleases(sealed)
}

const AFTER_CAPTURE = [
  'capture.repeat',
  'capture.told',
  'refund.of_capture',
  'refund.same',
  'refund.told',
] as const

async function tryCapture(sealed: Sealed, hold: TestPayment): Promise<void> {
  const { bench, record, trial } = sealed
  const amountMinor = Math.floor(hold.known.amountMinor / 2)
  const sentAt = bench.clock()
  const capture = () => captureOf(sealed, hold, { amountMinor, sentAt })
  const isCaptured = await record.show('capture.part', capture)
  if (!isCaptured) return
  await record.show('capture.repeat', capture)
  if (bench.webhooks === undefined) {
    record.notShown(
      ['capture.told', 'refund.of_capture', 'refund.same', 'refund.told'],
      NO_WEBHOOKS,
    )
    return
  }
  const isTold = await record.show('capture.told', async () => {
    await awaitFacts(sealed, hold, 'CAPTURE')
    const outcome = await sealed.charges.inquire(hold)
    if (outcome.status !== 'succeeded' || outcome.capturedMinor !== amountMinor)
      throw new StepFailed(`by its webhooks the payment is ${outcome.status}`)
    return 'it has arrived'
  })
  if (isTold) await tryRefundsOf(sealed, hold)
  for (const [question, answer] of Object.entries(trial.settledBy?.(hold.known) ?? {}))
    record.settle(question, answer)
}

async function captureOf(
  { bench }: Sealed,
  hold: TestPayment,
  of: { amountMinor: number; sentAt: Date },
): Promise<string> {
  const { paymentId, currency } = hold.known
  const asked = { paymentId, currency, ...of }
  const answer = await bench.processor.capturePayment?.(asked, hold.known)
  if (answer === undefined) throw new StepFailed('the module captures nothing')
  return learnCapture(hold, answer, of.amountMinor)
}

function learnCapture({ known }: TestPayment, answer: CaptureAnswer, amountMinor: number): string {
  known.captureMinor = amountMinor
  if (answer.status !== 'captured') throw new StepFailed(`it was answered with ${answer.status}`)
  if (answer.capturedMinor !== amountMinor)
    throw new StepFailed(`${answer.capturedMinor} was captured, and ${amountMinor} asked`)
  known.references = { ...known.references, ...answer.references }
  known.state = { ...known.state, ...answer.state }
  return `${amountMinor} of ${known.amountMinor} ${known.currency}`
}

/** Reads what webhooks have proved of a payment, until one of this code is there. */
async function awaitFacts(sealed: Sealed, { known }: TestPayment, wanted: string): Promise<void> {
  const { bench } = sealed
  const facts = await poll(bench, { forMs: bench.waits.settlingMs }, async () => {
    const found = (await bench.webhooks?.facts(known.paymentId)) ?? []
    return found.some(({ code }) => code === wanted) ? found : undefined
  })
  if (facts === undefined)
    throw new StepFailed(
      `none has arrived within ${Math.round(bench.waits.settlingMs / 1000)} s`,
      bench.webhooks?.withoutWebhook,
    )
  known.facts = facts
}

/** Both ends are safe, since the checkout's own refunds wait; which one it is stands in no document. */
async function tryEarlyRefund(sealed: Sealed): Promise<void> {
  const { bench, record, charges, trial } = sealed
  const { earlyRefund } = trial
  if (earlyRefund === undefined || bench.webhooks === undefined) {
    record.notShown(
      ['refund.early'],
      earlyRefund === undefined ? 'the module refunds at once in any case' : NO_WEBHOOKS,
    )
    return
  }
  await record.show('refund.early', async () => {
    const hold = await prepared(sealed)
    const { amountMinor, currency } = hold.known
    mustBeOneOf(['authorized'], await answerOf(charges.create(hold)), 'the hold')
    await captureOf(sealed, hold, { amountMinor, sentAt: bench.clock() })
    // In a test environment: there is nothing to release, and no money.
    charges.learn(hold, { status: 'succeeded', capturedMinor: amountMinor, currency })
    const { known } = newRefund(sealed, hold, amountMinor)
    await bench.processor.createRefund({ ...known, state: earlyRefund.state }, known.payment)
    const told = await poll(bench, { forMs: bench.waits.settlingMs }, async () =>
      earlyRefund.told(await factsOf(sealed, hold.known)),
    )
    if (told === undefined)
      throw new StepFailed('nothing was told of it', bench.webhooks?.withoutWebhook)
    record.settle('refund.early', told)
    return told
  })
}

/** What webhooks have proved of a payment, by its own id and by those of its refunds. */
export async function factsOf({ bench }: Sealed, { paymentId, refunds = [] }: KnownPayment) {
  const found: ProcessorState[] = []
  for (const id of [paymentId, ...refunds.map(({ refundId }) => refundId)])
    found.push(...((await bench.webhooks?.facts(id)) ?? []))
  return found
}

interface TrialRefund {
  known: KnownRefund
  status: ProcessorRefund['status'] | 'not_found'
}

async function tryRefundsOf(sealed: Sealed, hold: TestPayment): Promise<void> {
  const { record } = sealed
  const captured = hold.known.captureMinor ?? 0
  const partMinor = Math.floor(captured / 2)
  const refunds = [partMinor, captured - partMinor].map((minor) => newRefund(sealed, hold, minor))
  const isAsked = await record.show('refund.of_capture', async () => {
    for (const refund of refunds) await request(sealed, refund)
    return refunds.map(({ known, status }) => `${known.amountMinor}: ${status}`).join(', ')
  })
  if (!isAsked) return
  await record.show('refund.same', async () => {
    const [first] = refunds
    if (first === undefined) throw new StepFailed('there is no refund')
    const { processorReference: before } = first.known.references
    await request(sealed, first)
    const { processorReference: after } = first.known.references
    if (before !== after) throw new StepFailed(`first ${before}, then ${after}`)
    return `${before ?? 'the same'} both times`
  })
  await record.show('refund.told', async () => {
    for (const refund of refunds) await awaitEnd(sealed, hold, refund)
    const outcome = await sealed.charges.inquire(hold)
    const reversedMinor = outcome.status === 'succeeded' ? (outcome.reversedMinor ?? 0) : 0
    if (reversedMinor > 0) throw new StepFailed(`${reversedMinor} more have gone back`)
    return 'both have gone back, once each'
  })
}

function newRefund(
  { bench }: Sealed,
  { known: payment }: TestPayment,
  amountMinor: number,
): TrialRefund {
  const { paymentId, currency } = payment
  const refundId = newTrialId('re', bench.random)
  const asked = { refundId, paymentId, amountMinor, currency, requestedAt: bench.clock() }
  const known = { ...asked, payment, references: {}, state: {} }
  payment.refunds = [...(payment.refunds ?? []), { refundId, status: 'pending', amountMinor }]
  return { known, status: 'not_found' }
}

async function request({ bench }: Sealed, refund: TrialRefund): Promise<void> {
  const { payment, ...asked } = refund.known
  learn(refund, await bench.processor.createRefund(asked, payment))
  if (refund.status === 'failed') throw new StepFailed('a refund was answered as failed')
}

function learn(refund: TrialRefund, made: ProcessorRefund): void {
  const { known } = refund
  known.references = { ...known.references, ...made.references }
  known.state = { ...known.state, ...made.state }
  refund.status = made.status
  const { refundId, amountMinor, payment, references } = known
  const { processorReference } = references
  payment.refunds = (payment.refunds ?? []).map((one) =>
    one.refundId === refundId
      ? {
          refundId,
          amountMinor,
          status: made.status,
          ...(processorReference !== undefined && { processorReference }),
        }
      : one,
  )
}

async function awaitEnd(sealed: Sealed, hold: TestPayment, refund: TrialRefund): Promise<void> {
  const { bench } = sealed
  const ended = await poll(bench, { forMs: bench.waits.settlingMs }, async () => {
    hold.known.facts = await factsOf(sealed, hold.known)
    const found = await bench.processor.inquireRefund(refund.known.refundId, refund.known)
    if (found.status !== 'not_found') learn(refund, found)
    return found.status === 'succeeded' || found.status === 'failed' ? found.status : undefined
  })
  if (ended !== 'succeeded')
    throw new StepFailed(`a refund is ${refund.status}`, bench.webhooks?.withoutWebhook)
}

async function tryReleases(sealed: Sealed): Promise<void> {
  const { record, charges } = sealed
  await record.show('void.hold', async () => {
    const hold = await prepared(sealed)
    mustBeOneOf(['authorized'], await answerOf(charges.create(hold)), 'the hold')
    mustBeOneOf(RELEASED, await answerOf(charges.cancel(hold)), 'its release')
    return 'released'
  })
  await record.show('void.unanswered', async () => {
    const hold = await prepared(sealed)
    const { known } = hold
    mustBeOneOf(['authorized'], await answerOf(charges.create(hold)), 'the hold')
    const unanswered = { ...hold, known: { ...known, references: {}, state: {} } }
    const found = await answerOf(charges.cancel(unanswered))
    mustBeOneOf(RELEASED, found, 'its release by our own id')
    return found
  })
  await record.show('void.late', async () => {
    const late = await prepared(sealed)
    mustBeOneOf(RELEASED, await answerOf(charges.cancel(late)), 'what was given up')
    const made = await answerOf(charges.create(late))
    const after = made === 'authorized' ? await answerOf(charges.cancel(late)) : made
    mustBeOneOf(RELEASED, after, 'what was made afterwards')
    const found = made === 'authorized' ? 'authorized all the same, and released' : made
    record.settle('void.late', found)
    return found
  })
}

export function mustBeOneOf(wanted: readonly string[], found: string, what: string): void {
  if (!wanted.includes(found)) throw new StepFailed(`${what} was answered with ${found}`)
}
