import type { SessionPaymentState, SessionState } from '#contract/session.ts'
import type { Queryable } from '../engine/database.ts'
import { named } from '../engine/named-statement.ts'
import { publishing } from '../engine/notices.ts'
import { sessionNotice } from './session-notices.ts'
import { COLUMNS, type SessionDetails, type SessionRecord } from './sessions.ts'

export interface SessionChange {
  id: string
  status: SessionState
  paymentStatus: SessionPaymentState
  amountRefundedMinor: number
  amountCapturedMinor: number | null
  amountReversedMinor: number
  amountReinstatedMinor: number
  expiresAt: Date
  completedAt: Date | null
  canceledAt: Date | null
  cancellationReason: string | null
  paidLate: boolean
  attempts: number
  eventSequence: number
  details: SessionDetails
}

const UPDATE = publishing(
  named(
    'update session',
    `with changed as (
     update sessions s set status = :status, payment_status = :paymentStatus, amount_refunded_minor = :amountRefundedMinor,
       amount_captured_minor = :amountCapturedMinor, amount_reversed_minor = :amountReversedMinor,
       amount_reinstated_minor = :amountReinstatedMinor,
       expires_at = :expiresAt,
       completed_at = :completedAt, canceled_at = :canceledAt, cancellation_reason = :cancellationReason,
       paid_late = :paidLate, attempts = :attempts,
       event_sequence = :eventSequence, details = :details, version = version + 1
     where s.id = :id returning ${COLUMNS}
   )
   select changed.*, array[${sessionNotice('id', 'version')}] as notices from changed`,
  ),
)

/** Updates a session, increments its version and publishes it to the subscribers of `sessions`. */
export async function updateSession(tx: Queryable, change: SessionChange): Promise<SessionRecord> {
  const [row] = await tx.query<SessionRecord>(
    UPDATE,
    UPDATE.values({
      id: change.id,
      status: change.status,
      paymentStatus: change.paymentStatus,
      amountRefundedMinor: change.amountRefundedMinor,
      amountCapturedMinor: change.amountCapturedMinor,
      amountReversedMinor: change.amountReversedMinor,
      amountReinstatedMinor: change.amountReinstatedMinor,
      expiresAt: change.expiresAt,
      completedAt: change.completedAt,
      canceledAt: change.canceledAt,
      cancellationReason: change.cancellationReason,
      paidLate: change.paidLate,
      attempts: change.attempts,
      eventSequence: change.eventSequence,
      details: JSON.stringify(change.details),
    }),
  )
  if (row === undefined) throw new Error('the session to update does not exist')
  return row
}
