import type { RefundState } from '#contract/refund.ts'
import type { ProcessorState } from '#domain/settle.ts'
import { statement, type Queryable } from '../engine/database.ts'
import { named } from '../engine/named-statement.ts'

/** A verified notification of a processor; `digest` is the SHA-256 of the body that it came in, in hex. */
export interface NotificationRecord {
  processor: string
  notificationId: string
  digest: string
  paymentId: string
  facts: ProcessorState | null
}

const STORE = named(
  'store processor notification',
  `insert into processor_notifications as stored
     (processor, notification_id, digest, payment_id, facts, received_at, pending)
   values (:processor, :notificationId, :digest, :paymentId, :facts, :now, true)
   on conflict (processor, notification_id) do update
     set digest = excluded.digest, payment_id = excluded.payment_id, facts = excluded.facts,
       received_at = excluded.received_at, pending = true
     -- guard: pending-webhook
     where stored.pending or stored.digest is distinct from excluded.digest
   returning 1 as stored`,
)

/** Stores a notification before it is applied; false when this very one was applied before. */
export async function storeProcessorNotification(
  db: Queryable,
  { facts, ...notification }: NotificationRecord & { now: Date },
): Promise<boolean> {
  const json = facts === null ? null : JSON.stringify(facts)
  return (await db.query(STORE, STORE.values({ ...notification, facts: json }))).length === 1
}

const APPLIED = named(
  'processor notification applied',
  `update processor_notifications set pending = false
   where processor = :processor and notification_id = :notificationId and digest = :digest`,
)

/** Marks a stored notification as applied: its repetitions are skipped. */
export async function markNotificationApplied(
  db: Queryable,
  { processor, notificationId, digest }: NotificationRecord,
): Promise<void> {
  await db.query(APPLIED, APPLIED.values({ processor, notificationId, digest }))
}

const KNOWN = named(
  'facts and refunds of payment',
  `select coalesce((
       select json_agg(n.facts order by n.received_at, n.notification_id) from processor_notifications n
       where n.payment_id = :paymentId and n.processor = :processor and n.facts is not null
     ), '[]') as facts,
     coalesce((
       select json_agg(json_strip_nulls(json_build_object(
         'refundId', r.id, 'status', r.status, 'amountMinor', r.amount_minor,
         'processorReference', r.processor_references ->> 'processorReference'
       )) order by r.id) from refunds r where r.payment_id = :paymentId
     ), '[]') as refunds,
     (select p.returned from payments p where p.id = :paymentId) as returned`,
)

/** What is kept of a payment for a module that needs more than its columns. */
export interface ReadKnown {
  /** What verified notifications have proved, oldest first. */
  facts: ProcessorState[]
  refunds: {
    refundId: string
    status: RefundState
    amountMinor: number
    processorReference?: string
  }[]
  /** What came back from a challenge, as JSON. */
  returned: string | null
}

export async function readKnown(
  db: Queryable,
  payment: { paymentId: string; processor: string },
): Promise<ReadKnown> {
  const [row] = await db.query<ReadKnown>(KNOWN, KNOWN.values(payment))
  return row ?? { facts: [], refunds: [], returned: null }
}

const ARRIVED = named(
  'notification of payment arrived',
  `select 1 as arrived from processor_notifications
   where received_at >= :since and processor = :processor and payment_id = :paymentId limit 1`,
)

/** Whether a notification of a payment has arrived since a time that is not long ago: the index is by time. */
export async function hasNotificationArrived(
  db: Queryable,
  payment: { processor: string; paymentId: string; since: Date },
): Promise<boolean> {
  return (await db.query(ARRIVED, ARRIVED.values(payment))).length > 0
}

const PRUNE_BATCH = 5000

const PRUNE = statement(
  'prune processor notifications',
  `delete from processor_notifications where ctid = any (array(
     -- guard: kept-facts
     select ctid from processor_notifications where received_at < $1 and facts is null limit ${PRUNE_BATCH}
   )) returning 1`,
)

/**
 * Prunes in batches, which bound how long one statement runs. Facts stay: the outcome of their payment is derived from all of
 * them, and a chargeback may come after months.
 */
export async function pruneProcessorNotifications(db: Queryable, before: Date): Promise<void> {
  let pruned: unknown[]
  do pruned = await db.query(PRUNE, [before])
  while (pruned.length === PRUNE_BATCH)
}
