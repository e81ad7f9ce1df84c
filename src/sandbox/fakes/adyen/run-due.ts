import type { Adyen } from './deps.ts'
import { runDispute } from './dispute-days.ts'
import { settle } from './modifications.ts'
import { captureAgain, closeOffer, expire, failCapture, failRefund } from './network.ts'
import { accept, merchantOf } from './payments.ts'
import type { Job, Modification, Payment } from './records.ts'
import { sendWebhooks, type Sent } from './send-webhooks.ts'

/** Does what is due, oldest first, and sends webhooks. */
export async function runDue(adyen: Adyen, sent: Sent[]): Promise<void> {
  const now = adyen.clock().toISOString()
  for (let job = nextJob(adyen, now); job !== undefined; job = nextJob(adyen, now)) run(adyen, job)
  await sendWebhooks(adyen, sent)
}

/** Takes the oldest job that is due. */
function nextJob({ tables }: Adyen, now: string): Job | undefined {
  const [oldest] = tables.jobs
    .where('all', 'all')
    .filter(([, { at }]) => at <= now)
    .toSorted(([, one], [, other]) => one.at.localeCompare(other.at))
  if (oldest === undefined) return undefined
  const [key, job] = oldest
  tables.jobs.delete(key)
  return job
}

function run(adyen: Adyen, job: Job): void {
  const { kind, pspReference } = job
  const modification = adyen.tables.modifications.get(pspReference)
  if (modification !== undefined) runModification(adyen, kind, modification)
  const payment = adyen.tables.payments.get(pspReference)
  if (payment !== undefined) runPayment(adyen, job, payment)
}

function runModification(adyen: Adyen, kind: Job['kind'], modification: Modification): void {
  if (kind === 'settle') settle(adyen, modification)
  if (kind === 'capture fails') failCapture(adyen, modification)
  if (kind === 'capture again') captureAgain(adyen, modification)
  if (kind === 'refund fails') failRefund(adyen, modification, 'REFUND_FAILED')
  if (kind === 'refund reversed') failRefund(adyen, modification, 'REFUNDED_REVERSED')
}

function runPayment(adyen: Adyen, job: Job, payment: Payment): void {
  const { kind } = job
  if (kind === 'close offer') closeOffer(adyen, payment)
  if (kind === 'expire') expire(adyen, payment)
  if (kind === 'dispute') runDispute(adyen, payment, job)
  if (kind === 'authorise') accept(adyen, merchantOf(adyen, payment), payment)
}
