import { formatMoney } from '#domain/money.ts'
import { InquirySchema } from '../conformance/port-schemas.ts'
import type { ProcessorInquiry, ProcessorMovements } from '../processor.ts'
import type { TrialBench, PersonWhoPays } from './trial-bench.ts'
import { poll } from './poll.ts'
import { StepFailed, type StepRecord } from './record-steps.ts'
import type { TestCharge, TestCharges } from './test-charges.ts'
import { codeOf } from './try-charges.ts'

/** The code can be paid for this much longer than the run waits for the payment. */
const MARGIN_MS = 60_000
/** Lists follow the processor's clock, which may differ from ours. */
const SKEW_MS = 3_600_000

interface Trying {
  bench: TrialBench
  record: StepRecord
  charges: TestCharges
}

export interface PaidCharge {
  charge: TestCharge
  outcome: Extract<ProcessorInquiry, { status: 'succeeded' }>
  since: Date
}

/** The steps of a charge that a person pays; undefined when nobody did. */
export async function tryPayment(
  trying: Trying,
  person: PersonWhoPays,
  onPaid: (charge: TestCharge, outcome: PaidCharge['outcome']) => void,
): Promise<PaidCharge | undefined> {
  const { bench, record } = trying
  const since = new Date(bench.clock().getTime() - SKEW_MS)
  const charge = trying.charges.prepare(bench.waits.paymentMs + MARGIN_MS)
  let paid: PaidCharge | undefined
  await record.show('payment.seen', async () => {
    const outcome = await awaitPayment(trying, person, charge)
    if (outcome?.status !== 'succeeded')
      throw new StepFailed(
        `no payment was seen within ${Math.round(bench.waits.paymentMs / 1000)} s; the code was removed`,
      )
    paid = { charge, outcome, since }
    onPaid(charge, outcome)
    return paidText(bench, outcome)
  })
  if (paid === undefined) return undefined
  const { outcome } = paid
  await record.show('payment.facts', async () => factsText(outcome))
  await tryMovement(trying, paid)
  await record.show('payment.webhook', () => awaitWebhook(bench, charge.known.paymentId))
  return paid
}

async function awaitPayment(
  { bench, charges }: Trying,
  person: PersonWhoPays,
  charge: TestCharge,
): Promise<ProcessorInquiry | undefined> {
  const code = codeOf(await charges.create(charge))
  person.show(code, charge.expiresAt)
  const waiting = {
    forMs: bench.waits.paymentMs,
    onWait: (leftMs: number) => person.wait(leftMs),
  }
  const seen = await poll(bench, waiting, async () => {
    const outcome = await charges.inquire(charge).catch(() => undefined)
    return outcome?.status === 'succeeded' ? outcome : undefined
  })
  // Nobody must pay the code once the wait is over. If it was paid meanwhile, the answer says so.
  return seen ?? charges.cancel(charge)
}

function paidText({ amountMinor }: TrialBench, outcome: PaidCharge['outcome']): string {
  const { capturedMinor, currency } = outcome
  const came = formatMoney({ amount: capturedMinor, currency }, 'en')
  if (capturedMinor !== amountMinor || currency !== 'BRL')
    throw new StepFailed(`${came} came, which is not what was asked`)
  return `${came} came`
}

function factsText(outcome: PaidCharge['outcome']): string {
  const strange = InquirySchema.safeParse(outcome)
  if (!strange.success)
    throw new StepFailed(`the outcome is not the port's: ${strange.error.message}`)
  const { references = {}, state = {}, paidAt } = outcome
  if (references.endToEndId === undefined)
    throw new StepFailed('the payment has no endToEndId, by which a back office finds it')
  const kept = Object.keys(state).join(', ') || 'nothing more'
  return `${references.endToEndId}, paid at ${paidAt ?? 'a time that the bank does not state'}; of the payer nothing; kept: ${kept}`
}

async function tryMovement({ bench, record }: Trying, paid: PaidCharge): Promise<void> {
  if (bench.processor.listMovements === undefined) {
    record.notShown(['payment.movement'], 'the module lists no movements')
    return
  }
  const { paymentId } = paid.charge.known
  await record.show('payment.movement', async () => {
    const listed = await poll(bench, { forMs: bench.waits.settlingMs }, async () => {
      const found = await movementsOf(bench, paid.since, [paymentId])
      return found.length > 0 ? found : undefined
    })
    const sums = (listed ?? []).map(({ kind, amountMinor }) => `${kind} ${amountMinor}`).join(', ')
    if (sums !== `capture ${paid.outcome.capturedMinor}`)
      throw new StepFailed(`the list has ${sums || 'nothing'} for it, in centavos`)
    return `listed once, at ${listed?.[0]?.at.toISOString()}`
  })
}

/** All movements of these ids. */
export async function movementsOf(
  { processor }: TrialBench,
  since: Date,
  ids: readonly string[],
): Promise<ProcessorMovements['movements']> {
  const found: ProcessorMovements['movements'] = []
  for (let cursor: string | undefined; ;) {
    const page = await processor.listMovements?.({
      since,
      ...(cursor !== undefined && { cursor }),
    })
    found.push(...(page?.movements ?? []).filter(({ id }) => ids.includes(id)))
    cursor = page?.next
    if (cursor === undefined) return found
  }
}

/** Waits for a webhook about a payment. Throws `StepFailed` when none arrives. */
export async function awaitWebhook(bench: TrialBench, paymentId: string): Promise<string> {
  const { webhooks, waits } = bench
  const arrived = await poll(bench, { forMs: waits.settlingMs }, async () =>
    (await webhooks?.hasArrived(paymentId)) === true ? true : undefined,
  )
  if (arrived === undefined)
    throw new StepFailed(
      `none has arrived within ${Math.round(waits.settlingMs / 1000)} s of the payment`,
      webhooks?.withoutWebhook,
    )
  return 'it has arrived, and the serving process has stored it'
}
