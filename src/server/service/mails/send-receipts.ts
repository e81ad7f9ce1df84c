import {
  claimDueReceiptEmails,
  finishReceiptEmail,
  type DueReceiptEmail,
} from '../../database/mails/receipt-emails.ts'
import { readSessionByReference } from '../../database/sessions/sessions.ts'
import { presentCheckout } from '../sessions/present-checkout.ts'
import type { ServiceContext } from '../context.ts'
import type { Due } from '../merchant-time.ts'
import type { ServiceMetrics } from '../../monitoring/metrics.ts'
import { findReference, referenceHash } from '../keys/reference.ts'
import { forEach } from '../for-each.ts'
import { MAIL_BATCH, MAIL_LEASE_MS, newMailToken } from './mail-lease.ts'
import { MAIL_ATTEMPTS_MAX, nextMailAttempt, type SentMail } from './mail-schedule.ts'
import { localesOf, logoOf } from './addressee.ts'
import type { SendNotice } from './notice.ts'
import type { Receipt, SendReceipt } from './receipt.ts'

export interface SendingReceipts {
  send: SendReceipt
  /** Absent: no other mails are sent. */
  sendNotice?: SendNotice
  metrics?: Pick<ServiceMetrics, 'receiptAttempted'>
}

/** E-mails the receipts that are due; true when there may be more. */
export async function sendReceipts(
  context: ServiceContext,
  sending: SendingReceipts,
  due: Due = { now: context.clock() },
): Promise<boolean> {
  const token = newMailToken(context)
  const claim = {
    now: due.now,
    wallNow: context.wallClock(),
    leaseMs: MAIL_LEASE_MS,
    token,
    limit: MAIL_BATCH,
  }
  const emails = await claimDueReceiptEmails(context.database, claim, due)
  await forEach('send receipt', emails, context, (email) => sendOne(context, sending, email, token))
  return emails.length === MAIL_BATCH
}

async function sendOne(
  context: ServiceContext,
  { send, metrics }: SendingReceipts,
  { id, paymentId, attemptsMade }: DueReceiptEmail,
  token: string,
): Promise<boolean> {
  const receipt = await readReceipt(context, id)
  const sent: SentMail =
    receipt === undefined
      ? { result: 'failed', reason: 'no address' }
      : attemptsMade > MAIL_ATTEMPTS_MAX
        ? { result: 'failed', reason: 'no attempt ended' }
        : await send(receipt)

  const now = context.clock()
  const next = sent.result === 'retry' ? nextMailAttempt(attemptsMade, now) : undefined
  const status = sent.result === 'sent' ? 'sent' : next === undefined ? 'failed' : 'pending'
  const attempt = { id, token, status, nextAttemptAt: next ?? null, now } as const
  const isOurs = await finishReceiptEmail(context.database, attempt)
  if (sent.result !== 'sent' || !isOurs)
    context.log.warn(
      { paymentId, attempt: attemptsMade, ...sent, outcome: isOurs ? status : 'lost' },
      isOurs ? 'a receipt was not e-mailed' : 'a receipt was taken over by another process',
    )
  if (isOurs) metrics?.receiptAttempted(status === 'pending' ? 'retry' : status)
  return status === 'sent'
}

/** Composed at sending time; undefined when the address was erased meanwhile. */
async function readReceipt(
  context: ServiceContext,
  sessionId: string,
): Promise<Receipt | undefined> {
  const reference = await findReference(context, sessionId)
  const session = await readSessionByReference(context.database, referenceHash(reference))
  const to = session?.payment?.customer.email
  if (session === undefined || to === undefined) return undefined
  const checkout = await presentCheckout(context, session)
  const { payment } = checkout
  if (payment === null) return undefined
  return {
    to,
    locales: localesOf(session, session.payment?.locale),
    checkout: { ...checkout, payment },
    url: `${context.checkoutUrl}/c/${reference}`,
    logo: await logoOf(context, session),
  }
}
