import {
  claimDueShopperMails,
  finishShopperMail,
  readShopperMailFacts,
  type DueShopperMail,
  type ShopperMailFacts,
} from '../../database/mails/shopper-mails.ts'
import { readSessionByReference } from '../../database/sessions/sessions.ts'
import type { ServiceContext } from '../context.ts'
import { forEach } from '../for-each.ts'
import { findReference, referenceHash } from '../keys/reference.ts'
import type { Due } from '../merchant-time.ts'
import { presentCheckout } from '../sessions/present-checkout.ts'
import { localesOf, logoOf } from './addressee.ts'
import { MAIL_BATCH, MAIL_LEASE_MS, newMailToken } from './mail-lease.ts'
import { MAIL_ATTEMPTS_MAX, nextMailAttempt } from './mail-schedule.ts'
import type { Notice, SendNotice } from './notice.ts'

/** E-mails what is due besides receipts; true when there may be more. */
export async function sendShopperMails(
  context: ServiceContext,
  send: SendNotice,
  due: Due = { now: context.clock() },
): Promise<boolean> {
  const token = newMailToken(context)
  const wallNow = context.wallClock()
  const claim = { now: due.now, wallNow, leaseMs: MAIL_LEASE_MS, token, limit: MAIL_BATCH }
  const mails = await claimDueShopperMails(context.database, claim, due)
  await forEach('send shopper mail', mails, context, (mail) => sendOne(context, send, mail, token))
  return mails.length === MAIL_BATCH
}

async function sendOne(
  context: ServiceContext,
  send: SendNotice,
  mail: DueShopperMail,
  token: string,
): Promise<boolean> {
  const { paymentId, kind, attemptsMade } = mail
  const sent = await attempt(context, send, mail)
  const now = context.clock()
  const next = sent.result === 'retry' ? nextMailAttempt(attemptsMade, now) : undefined
  const status = sent.result !== 'retry' ? sent.result : next === undefined ? 'failed' : 'pending'
  const written = { token, status, nextAttemptAt: next ?? null, now } as const
  const isOurs = await finishShopperMail(context.database, mail, written)
  if (!isOurs || (status !== 'sent' && status !== 'dropped'))
    context.log.warn(
      { paymentId, kind, attempt: attemptsMade, ...sent, outcome: isOurs ? status : 'lost' },
      isOurs ? 'a mail to a shopper was not sent' : 'a mail was taken over by another process',
    )
  return status === 'sent'
}

async function attempt(
  context: ServiceContext,
  send: SendNotice,
  mail: DueShopperMail,
): ReturnType<SendNotice> {
  const notice = await readNotice(context, mail)
  if (notice === undefined) return { result: 'dropped' }
  if (mail.attemptsMade > MAIL_ATTEMPTS_MAX) return { result: 'failed', reason: 'no attempt ended' }
  return send(notice)
}

/** Composed at sending time; undefined when there is nothing to tell any more, or nobody to tell it to. */
async function readNotice(
  context: ServiceContext,
  mail: DueShopperMail,
): Promise<Notice | undefined> {
  const { sessionId, paymentId, kind } = mail
  const facts = await readShopperMailFacts(context.database, mail)
  const to = facts?.customer.email
  if (facts === undefined || to === undefined || !facts.isWanted) return undefined
  const amountMinor = amountOf(mail, facts)
  if (amountMinor === null) return undefined
  const reference = await findReference(context, sessionId)
  const session = await readSessionByReference(context.database, referenceHash(reference))
  if (session === undefined) return undefined
  const checkout = await presentCheckout(context, session)
  if (checkout.detailsWithheld) return undefined
  const { method, currency, locale } = facts
  return {
    id: `${mail.refundId === '' ? paymentId : mail.refundId}.${kind}`,
    kind,
    to,
    locales: localesOf(session, locale),
    checkout,
    paymentId,
    method,
    amountMinor,
    currency,
    url: `${context.checkoutUrl}/c/${reference}`,
    logo: await logoOf(context, session),
  }
}

/** What went back; null when nothing did after all. */
function amountOf(
  { kind }: DueShopperMail,
  { refundedMinor, takenBackMinor }: ShopperMailFacts,
): number | null {
  if (kind === 'refund') return refundedMinor
  if (kind === 'reversal') return takenBackMinor === 0 ? null : takenBackMinor
  return 0
}
