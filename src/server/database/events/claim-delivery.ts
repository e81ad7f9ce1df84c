import { statement, type Queryable } from '../engine/database.ts'
import type { DueDelivery } from './delivery-queue.ts'

/** Longer than an attempt can take. When the lease expires, a worker takes the delivery over. */
const LEASE_SECONDS = 60

const CLAIM = statement(
  'claim delivery',
  `update deliveries d set lease_token = $2, leased_until = $3 from events e
   where d.id = $1 and d.status = 'pending' and (d.leased_until is null or d.leased_until <= $4) and e.id = d.event_id
   returning d.id, d.event_id as "eventId", e.type as "eventType", d.merchant_id as "merchantId",
     e.session_id as "sessionId", d.url, e.body, d.attempts_made as "attemptsMade", e.traceparent`,
)

/** Leases a delivery that the same transaction inserted, before a worker can. Throws when it is leased already. */
export async function claimDelivery(
  tx: Queryable,
  { deliveryId, token, now }: { deliveryId: string; token: string; now: Date },
): Promise<DueDelivery> {
  const leasedUntil = new Date(now.getTime() + LEASE_SECONDS * 1000)
  const [due] = await tx.query<DueDelivery>(CLAIM, [deliveryId, token, leasedUntil, now])
  if (due === undefined) throw new Error('the delivery is leased or not pending')
  return due
}
