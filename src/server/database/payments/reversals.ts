import type { ReversalKind } from '#contract/reversal-kinds.ts'
import { statement, type Queryable } from '../engine/database.ts'
import { named } from '../engine/named-statement.ts'
import { PAYMENT_COLUMNS, type PaymentRecord } from './payments.ts'

// `updated_at` stays: it dates a capture that did not succeed.
const RECORD = named(
  'record reversal',
  `with recorded as (
     insert into reversals (payment_id, total_minor, kind, recorded_at) values (:paymentId, :totalMinor, :kind, :now)
   )
   update payments p set reversed_minor = :totalMinor, unexplained_since = null where p.id = :paymentId returning ${PAYMENT_COLUMNS}`,
)

const RECORD_REINSTATEMENT = named(
  'record reinstatement',
  `with recorded as (
     insert into reinstatements (payment_id, total_minor, recorded_at) values (:paymentId, :totalMinor, :now)
   )
   update payments p set reinstated_minor = :totalMinor, unexplained_since = null where p.id = :paymentId returning ${PAYMENT_COLUMNS}`,
)

interface NewTotal {
  paymentId: string
  totalMinor: number
  now: Date
}

/** Records the total that was taken back of a payment; it must be greater than the known one. */
export async function recordReversal(
  tx: Queryable,
  reversal: NewTotal & { kind: ReversalKind | null },
): Promise<PaymentRecord> {
  return recorded(await tx.query<PaymentRecord>(RECORD, RECORD.values(reversal)))
}

/** Records the total that was given back again of a payment; it must be greater than the known one. */
export async function recordReinstatement(
  tx: Queryable,
  reinstatement: NewTotal,
): Promise<PaymentRecord> {
  return recorded(
    await tx.query<PaymentRecord>(RECORD_REINSTATEMENT, RECORD_REINSTATEMENT.values(reinstatement)),
  )
}

function recorded([payment]: PaymentRecord[]): PaymentRecord {
  if (payment === undefined) throw new Error('the reversed payment does not exist')
  return payment
}

const MARK_UNEXPLAINED = statement(
  'mark payment as unexplained',
  'update payments set unexplained_since = coalesce(unexplained_since, $2) where id = $1',
)

/** Marks a payment of which the processor says that more was taken back than can have been. */
export async function markUnexplained(tx: Queryable, paymentId: string, now: Date): Promise<void> {
  await tx.query(MARK_UNEXPLAINED, [paymentId, now])
}
