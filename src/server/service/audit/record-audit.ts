import {
  appendAuditRow,
  lockAuditEnd,
  type AuditContent,
  type AuditEntry,
} from '../../database/audit/audit-log.ts'
import type { Queryable } from '../../database/engine/database.ts'
import type { MasterKeys } from '../keys/master-keys.ts'
import { canonical, hashOfEntry, sealOfEntry, sealOfHead } from './audit-chain.ts'

export type Actor =
  | { kind: 'command'; user: string; command: string }
  | { kind: 'api_key'; keyId: string }
  | { kind: 'server' }
  /** A person in the dashboard, and the name of the dashboard action. */
  | {
      kind: 'user'
      userId: string
      dashboardAction: string
      /** The passkey whose signature covers the dashboard action, in Base64url. It is stored in the details. */
      signedBy?: string | undefined
    }

/** Audited actions: deliberate changes of rights or money, and exports (decision 024). */
export type AuditAction =
  | 'merchant.created'
  | 'merchant.changed'
  | 'api_key.issued'
  | 'api_key.rotated'
  | 'api_key.revoked'
  | 'callback.set'
  | 'callback.pinged'
  | 'webhook_secret.rotated'
  | 'master_key.rotated'
  | 'database.granted'
  | 'delivery.replayed'
  | 'deliveries.replayed'
  | 'deliveries.replay_stopped'
  | 'event.replayed'
  | 'export.started'
  | 'session.canceled'
  | 'refund.created'
  | 'refund.retried'
  | 'refund.settled'
  | 'payment.capture'
  | 'payment.void'
  | 'payment.inquired'
  | 'payment.accepted'
  | 'payment.refused'
  | 'payment.repaid'
  | 'dispute.noted'
  | 'user.invited'
  | 'invitation.withdrawn'
  | 'user.joined'
  | 'user.renamed'
  | 'user.role_changed'
  | 'user.removed'
  | 'user.disabled'
  | 'user.recovered'
  | 'user.signed_out'
  | 'user.signed_in'
  | 'session.ended'
  | 'passkey.added'
  | 'passkey.renamed'
  | 'passkey.removed'
  | 'recovery_codes.renewed'
  | 'recovery_code.used'
  | 'person_reads.sealed'

export interface NewAuditEntry {
  actor: Actor
  action: AuditAction
  /** The id of what was acted on. */
  subject: string
  merchantId: string | null
  /** Must not contain secrets. */
  details?: Readonly<Record<string, unknown>>
}

/**
 * Appends to the audit log in the transaction of the change: both commit or neither. Call it last, since it locks the end of
 * the chain until the transaction ends.
 */
export async function recordAudit(
  tx: Queryable,
  { keys, now }: { keys: Pick<MasterKeys, 'id' | 'audit'>; now: Date },
  entry: NewAuditEntry,
): Promise<void> {
  const end = await lockAuditEnd(tx, contentOf(entry, now))
  const written = { ...end.stored, sequence: end.sequence + 1, keyId: keys.id }
  const hash = hashOfEntry(end, written)
  const stored = await appendAuditRow(tx, {
    ...written,
    hash,
    seal: sealOfEntry(keys.audit, written.sequence, hash),
    headSeal: sealOfHead(keys.audit, written.sequence, hash),
  })
  // Rolls the change back rather than breaking the chain for ever.
  if (canonical(stored) !== canonical(written))
    throw new Error('the database did not store the entry of the audit log as it was hashed')
}

function contentOf(entry: NewAuditEntry, now: Date): AuditContent {
  return {
    at: now.toISOString(),
    ...actorColumns(entry.actor),
    action: entry.action,
    subject: entry.subject,
    merchantId: entry.merchantId,
    details: JSON.stringify({ ...entry.details, ...signatureOf(entry.actor) }),
  }
}

function signatureOf(actor: Actor): { signedBy?: string } {
  return actor.kind === 'user' && actor.signedBy !== undefined ? { signedBy: actor.signedBy } : {}
}

/** The columns of an actor, in every record of who did or read something. */
export function actorColumns(actor: Actor): Pick<AuditEntry, 'actorKind' | 'actor' | 'command'> {
  switch (actor.kind) {
    case 'command':
      return { actorKind: 'command', actor: actor.user.toWellFormed(), command: actor.command }
    case 'api_key':
      return { actorKind: 'api_key', actor: actor.keyId, command: null }
    case 'server':
      return { actorKind: 'server', actor: 'checkout serve', command: null }
    case 'user':
      return { actorKind: 'user', actor: actor.userId, command: actor.dashboardAction }
  }
}

/** A URL without its query, which may contain the receiver's secrets. */
export function withoutQuery(url: string | null): string | null {
  if (url === null) return null
  const { origin, pathname } = new URL(url)
  return origin + pathname
}
