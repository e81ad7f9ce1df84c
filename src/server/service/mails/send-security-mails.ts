import { ABOUT_MERCHANT, ABOUT_PERSON, type ToldAction } from '#contract/dashboard/told-actions.ts'
import { readAuditRows, type AuditRow } from '../../database/audit/audit-log.ts'
import { readMerchant } from '../../database/merchants/merchants.ts'
import {
  claimDueSecurityMails,
  endSecurityMail,
  lockSecurityMailProgress,
  putOffSecurityMail,
  queueForMerchant,
  queueForPerson,
  readRecipient,
  writeSecurityMailProgress,
  type DueSecurityMail,
} from '../../database/mails/security-mails.ts'
import { readUserNames } from '../../database/people/people.ts'
import type { ServiceContext } from '../context.ts'
import { forEach } from '../for-each.ts'
import { MAIL_BATCH, MAIL_LEASE_MS, newMailToken } from './mail-lease.ts'
import { MAIL_ATTEMPTS_MAX, nextMailAttempt } from './mail-schedule.ts'
import type {
  SecurityMail,
  SendSecurityMail,
  ToldEntry,
  WriteSecurityMail,
} from './security-mail.ts'

export interface SendingSecurityMails {
  write: WriteSecurityMail
  send: SendSecurityMail
  /** Origin of the dashboard, to which the mails link. */
  adminUrl: string
}

type Context = Pick<ServiceContext, 'database' | 'wallClock' | 'random' | 'log'>

/** Rows of the audit log that are looked through in one transaction. */
const ROWS_MAX = 200
/** No mail is queued for older entries: mail may have been configured only today. */
const NEWS_MS = 86_400_000
/** Who is told of a merchant's integration. */
const TOLD_ROLES = ['owner', 'developer'] as const

/**
 * Searches the new rows of the audit log for entries that people are told of, queues a mail for each recipient, and sends the
 * mails that are due. True when there may be more.
 */
export async function sendSecurityMails(
  context: Context,
  sending: SendingSecurityMails,
): Promise<boolean> {
  const isMoreQueued = await queueNews(context)
  const now = context.wallClock()
  const token = newMailToken(context)
  const mails = await claimDueSecurityMails(context.database, {
    now,
    leasedUntil: new Date(now.getTime() + MAIL_LEASE_MS),
    token,
    limit: MAIL_BATCH,
  })
  await forEach('send security mail', mails, context, (mail) =>
    sendOne(context, sending, mail, token),
  )
  return isMoreQueued || mails.length === MAIL_BATCH
}

function queueNews({ database, wallClock }: Context): Promise<boolean> {
  return database.transaction(async (tx) => {
    const after = await lockSecurityMailProgress(tx)
    if (after === undefined) return false
    const rows = await readAuditRows(tx, after, ROWS_MAX)
    const last = rows.at(-1)
    if (last === undefined) return false
    const now = wallClock()
    const news = rows.filter(({ at }) => now.getTime() - Date.parse(at) < NEWS_MS)
    for (const { sequence, action, subject, merchantId } of news)
      if (isIn(ABOUT_PERSON, action)) await queueForPerson(tx, { sequence, userId: subject, now })
      else if (isIn(ABOUT_MERCHANT, action) && merchantId !== null)
        await queueForMerchant(tx, { sequence, merchantId, roles: TOLD_ROLES, now })
    await writeSecurityMailProgress(tx, last.sequence)
    return rows.length === ROWS_MAX
  })
}

async function sendOne(
  context: Context,
  { write, send, adminUrl }: SendingSecurityMails,
  { id, sequence, userId, attemptsMade }: DueSecurityMail,
  token: string,
): Promise<boolean> {
  const { database, wallClock, log } = context
  const mail = await composeMail(context, { id, sequence, userId, adminUrl, write })
  const sent = mail === undefined || attemptsMade > MAIL_ATTEMPTS_MAX ? undefined : await send(mail)
  const next = sent?.result === 'retry' ? nextMailAttempt(attemptsMade, wallClock()) : undefined
  if (sent !== undefined && sent.result !== 'sent')
    log.warn({ userId, sequence, attempt: attemptsMade, ...sent }, 'a security mail was not sent')
  if (next === undefined) await endSecurityMail(database, { sequence, userId, token })
  else await putOffSecurityMail(database, { sequence, userId, token, nextAttemptAt: next })
  return sent?.result === 'sent'
}

interface Mailing
  extends Omit<DueSecurityMail, 'attemptsMade'>, Pick<SendingSecurityMails, 'write' | 'adminUrl'> {}

/** Composed at sending time; undefined when the person was disabled, or lost the role that is told, meanwhile. */
async function composeMail(
  { database }: Context,
  { id, sequence, userId, adminUrl, write }: Mailing,
): Promise<SecurityMail | undefined> {
  const [row] = await readAuditRows(database, sequence - 1, 1)
  const action = [...ABOUT_PERSON, ...ABOUT_MERCHANT].find((known) => known === row?.action)
  if (row === undefined || action === undefined) return undefined
  const merchantId = isIn(ABOUT_MERCHANT, action) ? row.merchantId : null
  const to = await readRecipient(database, { userId, merchantId, roles: TOLD_ROLES })
  if (to === undefined) return undefined
  const at = new Date(row.at)
  const told = write({
    action,
    at,
    actor: await actorOf(database, row),
    isByRecipient: row.actorKind === 'user' && row.actor === userId,
    ...(await whatOf(database, row, action, adminUrl)),
  })
  return { id, to, at, ...told }
}

async function whatOf(
  database: Context['database'],
  { merchantId }: AuditRow,
  action: ToldAction,
  adminUrl: string,
): Promise<{ merchantName: string | null; url: string }> {
  if (merchantId === null || isIn(ABOUT_PERSON, action))
    return { merchantName: null, url: `${adminUrl}/me` }
  const merchant = await readMerchant(database, merchantId)
  return { merchantName: merchant?.name ?? '', url: `${adminUrl}/m/${merchantId}/integration` }
}

/** The actor's name if the actor works for the merchant. Null for an actor of the operator, whose name the mail leaves out. */
async function actorOf(
  database: Context['database'],
  { actorKind, actor, merchantId }: AuditRow,
): Promise<ToldEntry['actor']> {
  if (actorKind !== 'user' || merchantId === null) return null
  const [known] = await readUserNames(database, [actor], merchantId)
  return known === undefined ? null : { name: known.name }
}

function isIn<Known extends string>(known: readonly Known[], action: string): action is Known {
  return known.some((name) => name === action)
}
