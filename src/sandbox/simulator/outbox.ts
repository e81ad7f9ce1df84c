import { encodeBase62 } from '#domain/base62.ts'
import type { RandomBytes } from '#domain/id.ts'
import { preparedStatement, type Queryable } from './prepared-statement.ts'
import { scopeValues, inScope, type DueScope } from './due-scope.ts'
import type { SimulatorNotification } from './simulator-messages.ts'

const ID_BYTES = 16
const ID_LENGTH = 22

const insert = preparedStatement(
  'insert_notification',
  `insert into simulator.notifications (id, payment_id, type, occurred_at, next_attempt_at, refund_id)
   values ($1, $2, $3, $4, $4, $5)`,
)

/** Appends a notification to the outbox, in the transaction of the change. */
export async function appendNotification(
  db: Queryable,
  { paymentId, refundId, type }: Pick<SimulatorNotification, 'paymentId' | 'refundId' | 'type'>,
  { now, random }: { now: Date; random: RandomBytes },
): Promise<void> {
  const id = `ntf_${encodeBase62(random(ID_BYTES), ID_LENGTH)}`
  await db.query(insert([id, paymentId, type, now, refundId ?? null]))
}

const claim = preparedStatement(
  'claim_notifications',
  `update simulator.notifications set attempts = attempts + 1,
     next_attempt_at = $1::timestamptz + $3 * power(2, least(attempts, $4)) * interval '1 second'
   where id in (
     select n.id from simulator.notifications n join simulator.payments p on p.id = n.payment_id
     where n.delivered_at is null and n.next_attempt_at <= $1 and ${inScope(5)}
     order by n.next_attempt_at limit $2 for update of n skip locked)
   returning id, payment_id as "paymentId", refund_id as "refundId", type, occurred_at as "occurredAt"`,
)

/** Longer than a delivery attempt, so that no two processes deliver the same notification at once. */
const RETRY_DELAY_SECONDS = 5
const RETRY_DOUBLINGS_MAX = 4

/**
 * Claims due notifications and schedules their retry first, with exponential backoff of 5 s to 80 s: a process that
 * dies after the claim only delays them.
 */
export async function claimNotifications(
  db: Queryable,
  { now, limit, scope }: { now: Date; limit: number; scope: DueScope },
): Promise<SimulatorNotification[]> {
  const { rows } = await db.query<ClaimedRow>(
    claim([now, limit, RETRY_DELAY_SECONDS, RETRY_DOUBLINGS_MAX, ...scopeValues(scope)]),
  )
  return rows.map(({ refundId, occurredAt, ...row }) => ({
    ...row,
    ...(refundId !== null && { refundId }),
    occurredAt: occurredAt.toISOString(),
  }))
}

type ClaimedRow = Omit<SimulatorNotification, 'refundId' | 'occurredAt'> & {
  refundId: string | null
  occurredAt: Date
}

const markDelivered = preparedStatement(
  'mark_notification_delivered',
  'update simulator.notifications set delivered_at = $2 where id = $1',
)

export async function recordDelivered(db: Queryable, id: string, now: Date): Promise<void> {
  await db.query(markDelivered([id, now]))
}
