import { statement, type Queryable } from '../engine/database.ts'
import { ENDED } from './payment-states.ts'
import { CALL_HAS_ENDED } from './payments.ts'

const CLAIM = statement(
  'claim inquiry of payment',
  `update payments set last_inquired_at = $2, inquiry_requested = false
   where id = $1
     and (last_inquired_at is null or last_inquired_at <= $2::timestamptz - interval '1 second' or last_inquired_at > $2::timestamptz + interval '1 second')
   returning 1 as claimed`,
)

/** Claims the one inquiry per payment and second, over all processes; false when another caller has it. */
export async function claimInquiry(db: Queryable, id: string, wallNow: Date): Promise<boolean> {
  return (await db.query(CLAIM, [id, wallNow])).length === 1
}

const REQUEST = statement(
  'request inquiry of payment',
  'update payments set inquiry_requested = true, next_inquiry_at = least(next_inquiry_at, $2) where id = $1',
)

/** Makes the worker inquire at this time or earlier, also about a payment that has ended: it may be paid late. */
export async function requestInquiry(db: Queryable, id: string, at: Date): Promise<void> {
  await db.query(REQUEST, [id, at])
}

const ASK_AGAIN = statement(
  'ask again about payment',
  `update payments set next_inquiry_at =
     case when inquiry_requested then least(next_inquiry_at, $2) else greatest(next_inquiry_at, $2) end
   where id = $1`,
)

/**
 * Makes the worker inquire once more, at this time, about a payment that has ended: an inquiry due earlier may come too
 * early, and is postponed. A requested inquiry keeps its time, and another one follows it.
 */
export async function askAgainAt(db: Queryable, id: string, at: Date): Promise<void> {
  await db.query(ASK_AGAIN, [id, at])
}

const KEEP = statement(
  'keep requested inquiry of payment',
  'update payments set next_inquiry_at = $2 where id = $1 and inquiry_requested',
)

/** Restores an inquiry that was requested while another one was under way, whatever the other one has scheduled. */
export async function keepRequestedInquiry(db: Queryable, id: string, at: Date): Promise<void> {
  await db.query(KEEP, [id, at])
}

const SCHEDULE = statement(
  'schedule inquiry',
  `update payments set next_inquiry_at = case
       when inquiry_requested then $2::timestamptz
       when status in (${ENDED}) and next_inquiry_at > $4::timestamptz
         then greatest(next_inquiry_at, $3::timestamptz)
       else $3::timestamptz end
   where id = $1 and (next_inquiry_at is not null or inquiry_requested)`,
)

/**
 * Schedules the inquiry after the one just made; `next` null: none, unless one was requested meanwhile. For a payment that
 * has ended, an inquiry that `askAgainAt` has scheduled after the end of the lease stays.
 */
export async function scheduleInquiry(
  db: Queryable,
  id: string,
  { now, next, leasedUntil }: { now: Date; next: Date | null; leasedUntil: Date },
): Promise<void> {
  await db.query(SCHEDULE, [id, now, next, leasedUntil])
}

const ACKNOWLEDGE = statement(
  'acknowledge payment',
  'update payments set acknowledged_at = now() where id = $1 and acknowledged_at is null',
)

/** Records that the processor knows the payment: it is not given up when an inquiry does not find it. */
export async function acknowledgePayment(db: Queryable, id: string): Promise<void> {
  await db.query(ACKNOWLEDGE, [id])
}

const MAY_BE_GIVEN_UP = statement(
  'payment that the processor may not have',
  `select 1 as found from payments p
   where p.id = $1 and p.acknowledged_at is null and p.status in ('created', 'unknown') and ${CALL_HAS_ENDED}
     and p.created_at <= $2`,
)

/**
 * Whether a payment that the processor does not find never reached it: nothing acknowledged it, its call has ended, and it was
 * created by a time.
 */
export async function mayBeGivenUp(
  db: Queryable,
  id: string,
  createdBefore: Date,
): Promise<boolean> {
  return (await db.query(MAY_BE_GIVEN_UP, [id, createdBefore])).length === 1
}
