import type { ReversalKind } from '#contract/reversal-kinds.ts'
import { DISPUTE_STEPS_OF_PAYMENT } from './dispute-rows.ts'
import type { DueEvent } from './due-event.ts'
import type { Settled } from './payment-events.ts'
import { preparedStatement, type Queryable } from './prepared-statement.ts'
import { scopeValues, inScope, type DueScope } from './due-scope.ts'
import { StoredPayment } from './stored-payment.ts'

const SELECT = `select id, method, amount_minor as "amountMinor", currency, status, decline_code as "declineCode", card,
  action, challenge_token as "challengeToken", merchant_id as "merchantId", merchant_name as "merchantName",
  return_url as "returnUrl", reversed_minor as "reversedMinor", reinstated_minor as "reinstatedMinor",
  reversal_kind as "reversalKind",
  capture_method as "captureMethod", hold_behavior as "holdBehavior", disputed_as as "disputedAs", capture_before as "captureBefore",
  captured_minor as "capturedMinor", void_reason as "voidReason", ${DISPUTE_STEPS_OF_PAYMENT} as "disputeSteps", refund_behavior as "refundBehavior", is_silent as "isSilent",
  created_at as "createdAt", paid_at as "paidAt" from simulator.payments`

const insert = preparedStatement(
  'insert_payment',
  `insert into simulator.payments (id, method, amount_minor, currency, status, decline_code, card, action,
     challenge_token, merchant_name, return_url, refund_behavior, is_silent, due_at, due_event, created_at,
     merchant_id, capture_method, hold_behavior, capture_before, disputed_as)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)`,
)

export async function insertPayment(
  db: Queryable,
  payment: StoredPayment,
  { due, now }: { due: DueEvent | null; now: Date },
): Promise<void> {
  await db.query(
    insert([
      payment.id,
      payment.method,
      payment.amountMinor,
      payment.currency,
      payment.status,
      payment.status === 'failed' ? payment.declineCode : null,
      payment.card,
      payment.status === 'requires_action' ? payment.action : null,
      payment.challengeToken,
      payment.merchantName,
      payment.returnUrl,
      payment.refundBehavior,
      payment.isSilent,
      due?.at,
      due?.type,
      now,
      payment.merchantId,
      payment.captureMethod,
      payment.holdBehavior,
      payment.captureBefore,
      payment.disputedAs,
    ]),
  )
}

const byId = preparedStatement('find_payment', `${SELECT} where id = $1`)

export async function findPayment(db: Queryable, id: string): Promise<StoredPayment | undefined> {
  return readRow(await db.query(byId([id])))
}

const byIdLocked = preparedStatement('lock_payment', `${SELECT} where id = $1 for update`)

/** Reads a payment and locks its row until the transaction ends. */
export async function lockPayment(db: Queryable, id: string): Promise<StoredPayment | undefined> {
  return readRow(await db.query(byIdLocked([id])))
}

const byToken = preparedStatement('find_challenged_payment', `${SELECT} where challenge_token = $1`)

export async function findChallengedPayment(
  db: Queryable,
  token: string,
): Promise<StoredPayment | undefined> {
  return readRow(await db.query(byToken([token])))
}

const settle = preparedStatement(
  'settle_payment',
  `update simulator.payments set status = $2, decline_code = $3, is_silent = false, due_at = $4, due_event = $5,
     paid_at = $6, capture_before = $7, captured_minor = $8, void_reason = $9 where id = $1`,
)

export async function updateSettled(
  db: Queryable,
  id: string,
  { settled, due, paidAt, captureBefore }: SettledRow,
): Promise<void> {
  const declineCode = settled.status === 'failed' ? settled.declineCode : null
  const voidReason = settled.status === 'voided' ? settled.voidReason : null
  const isHold = captureBefore !== null
  const capturedMinor = settled.status === 'succeeded' && isHold ? settled.capturedMinor : null
  await db.query(
    settle([
      id,
      settled.status,
      declineCode,
      due?.at,
      due?.type,
      paidAt,
      captureBefore,
      capturedMinor,
      voidReason,
    ]),
  )
}

interface SettledRow {
  settled: Settled
  /** What happens next without a request. */
  due: DueEvent | null
  paidAt: Date | null
  captureBefore: Date | null
}

const reverse = preparedStatement(
  'reverse_payment',
  `update simulator.payments set reversed_minor = $2, reinstated_minor = $3, due_at = $4, due_event = $5,
     reversal_kind = coalesce($6, reversal_kind)
   where id = $1`,
)

/** Records what was taken back and what came back of it, in total, and what happens next. */
export async function updateReversed(
  db: Queryable,
  id: string,
  totals: {
    reversedMinor: number
    reinstatedMinor: number
    /** Null: as before. */
    kind: ReversalKind | null
    due: DueEvent | null
  },
): Promise<void> {
  const { reversedMinor, reinstatedMinor, kind, due: next } = totals
  await db.query(reverse([id, reversedMinor, reinstatedMinor, next?.at, next?.type, kind]))
}

const silence = preparedStatement(
  'silence_payment',
  `update simulator.payments set is_silent = true, due_at = null, due_event = null
   where id = $1 and status = 'processing'`,
)

/** Makes a payment in progress silent; false when there is no such payment, or when it is not in progress. */
export async function updateSilent(db: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await db.query(silence([id]))
  return rowCount === 1
}

const due = preparedStatement(
  'lock_due_payments',
  `select id, due_event as type from simulator.payments p where due_at <= $1 and ${inScope(3)}
   order by due_at limit $2 for update skip locked`,
)

export interface DuePayment {
  id: string
  type: DueEvent['type']
}

/** Locks the due payments and skips those that another process has locked. */
export async function lockDuePayments(
  db: Queryable,
  now: Date,
  limit: number,
  scope: DueScope,
): Promise<DuePayment[]> {
  const { rows } = await db.query<DuePayment>(due([now, limit, ...scopeValues(scope)]))
  return rows
}

function readRow({ rows: [row] }: { rows: unknown[] }): StoredPayment | undefined {
  return row === undefined ? undefined : StoredPayment.parse(row)
}
