import { pruneCeremonies } from '../../database/people/ceremonies.ts'
import { pruneDashboardActions } from '../../database/people/dashboard-actions.ts'
import { pruneDashboardSessions } from '../../database/people/dashboard-sessions.ts'
import { pruneAttempts } from '../../database/events/delivery-attempts.ts'
import { pruneIdempotencyKeys } from '../../database/idempotency.ts'
import { prunePersonReads } from '../../database/audit/person-read-seals.ts'
import { pruneProcessorNotifications } from '../../database/payments/processor-notifications.ts'
import { pruneShopperMails } from '../../database/mails/shopper-mails.ts'
import { pruneReceiptEmails } from '../../database/mails/receipt-emails.ts'
import { pruneRefusedCalls } from '../../database/merchants/refused-calls.ts'
import { pruneSignInLinks } from '../../database/people/sign-in-links.ts'
import { pruneWebhookSecrets } from '../../database/merchants/webhook-secrets.ts'
import type { ServiceContext } from '../context.ts'
import { idempotencyCutoff } from '../idempotency.ts'

const ATTEMPTS_KEPT_DAYS = 90
const MAILS_KEPT_DAYS = 90
const PROCESSOR_NOTIFICATIONS_KEPT_DAYS = 30
/** The dashboard shows seven days. */
const REFUSED_CALLS_KEPT_DAYS = 8
const DAY_MS = 86_400_000

/**
 * Prunes expired idempotency keys, old delivery attempts, sent mails, old notifications of processors, rotated webhook
 * secrets, old records of who read personal data, old counts of refused calls, and ended links and sessions of the dashboard.
 */
export async function prune(context: ServiceContext): Promise<void> {
  const now = context.clock()
  await pruneIdempotencyKeys(context.database, idempotencyCutoff(now), await context.time.due())
  await pruneAttempts(context.database, new Date(now.getTime() - ATTEMPTS_KEPT_DAYS * DAY_MS))
  const mailsBefore = new Date(now.getTime() - MAILS_KEPT_DAYS * DAY_MS)
  await pruneReceiptEmails(context.database, mailsBefore)
  await pruneShopperMails(context.database, mailsBefore)
  await pruneProcessorNotifications(
    context.database,
    new Date(now.getTime() - PROCESSOR_NOTIFICATIONS_KEPT_DAYS * DAY_MS),
  )
  await pruneWebhookSecrets(context.database, now)
  await prunePersonReads(context.database)
  await pruneSignInLinks(context.database, now)
  await pruneDashboardSessions(context.database, now)
  await pruneCeremonies(context.database, now)
  await pruneDashboardActions(context.database, idempotencyCutoff(now))
  await pruneRefusedCalls(
    context.database,
    new Date(now.getTime() - REFUSED_CALLS_KEPT_DAYS * DAY_MS),
  )
}
