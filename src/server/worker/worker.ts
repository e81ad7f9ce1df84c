import type { ServiceContext } from '../service/context.ts'
import type { Due } from '../service/merchant-time.ts'
import { sendShopperMails } from '../service/mails/send-shopper-mails.ts'
import { sendReceipts, type SendingReceipts } from '../service/mails/send-receipts.ts'
import { continueReplays } from '../service/events/continue-replays.ts'
import { expireSessions } from '../service/sessions/expire-sessions.ts'
import { finishRefunds } from '../service/refunds/finish-refunds.ts'
import { prune } from '../service/installation/prune.ts'
import { eraseDuePersonalData } from '../service/sessions/erase-personal-data.ts'
import { findOwedRefunds } from '../service/refunds/refund-owed.ts'
import { repeat } from './repeat.ts'
import { finishIntents } from '../service/payments/finish-intents.ts'
import { releaseEndedHolds } from '../service/payments/release-hold.ts'
import { resolvePayments } from '../service/payments/resolve-payments.ts'
import {
  sendSecurityMails,
  type SendingSecurityMails,
} from '../service/mails/send-security-mails.ts'
import { sealPersonReads } from '../service/audit/seal-person-reads.ts'
import { verifyAuditLog } from '../service/audit/verify-audit-log.ts'

const PAUSE_MS = 1000
const RELEASE_PAUSE_MS = 60_000
const REMOVAL_PAUSE_MS = 60_000
const PRUNE_PAUSE_MS = 600_000
const FIND_OWED_PAUSE_MS = 3_600_000
const SEAL_PAUSE_MS = 300_000
const VERIFY_PAUSE_MS = 3_600_000

interface Mails {
  receipts?: SendingReceipts | undefined
  securityMails?: SendingSecurityMails | undefined
}

/**
 * Starts all background jobs except deliveries. Any number of processes may run them. Without `receipts` and
 * `securityMails` no e-mail is sent.
 */
export function startWorker(
  context: ServiceContext,
  { receipts, securityMails }: Mails = {},
): { stop(): Promise<void> } {
  const { log, time } = context
  const sendNotice = receipts?.sendNotice
  const whatIsDue = (task: (context: ServiceContext, due: Due) => Promise<boolean>) => async () =>
    task(context, await time.due())
  const tasks = [
    repeat('expire sessions', PAUSE_MS, whatIsDue(expireSessions), log),
    repeat('resolve payments', PAUSE_MS, whatIsDue(resolvePayments), log),
    repeat('finish refunds', PAUSE_MS, whatIsDue(finishRefunds), log),
    repeat('finish intents', PAUSE_MS, whatIsDue(finishIntents), log),
    repeat('release holds', RELEASE_PAUSE_MS, whatIsDue(releaseEndedHolds), log),
    repeat('replay deliveries', PAUSE_MS, () => continueReplays(context), log),
    ...(receipts
      ? [
          repeat(
            'send receipts',
            PAUSE_MS,
            whatIsDue((own, due) => sendReceipts(own, receipts, due)),
            log,
          ),
        ]
      : []),
    ...(sendNotice
      ? [
          repeat(
            'send shopper mails',
            PAUSE_MS,
            whatIsDue((own, due) => sendShopperMails(own, sendNotice, due)),
            log,
          ),
        ]
      : []),
    ...(securityMails
      ? [
          repeat(
            'send security mails',
            PAUSE_MS,
            () => sendSecurityMails(context, securityMails),
            log,
          ),
        ]
      : []),
    repeat('remove personal data', REMOVAL_PAUSE_MS, () => eraseDuePersonalData(context), log),
    repeat(
      'find owed refunds',
      FIND_OWED_PAUSE_MS,
      () => findOwedRefunds(context).then(() => false),
      log,
    ),
    repeat('seal person reads', SEAL_PAUSE_MS, () => sealPersonReads(context), log),
    repeat('verify audit log', VERIFY_PAUSE_MS, () => verifyAuditLog(context), log),
    repeat('prune', PRUNE_PAUSE_MS, () => prune(context).then(() => false), log),
  ]
  return {
    async stop() {
      await Promise.all(tasks.map((task) => task.stop()))
    },
  }
}
