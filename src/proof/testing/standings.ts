import { randomBytes } from 'node:crypto'
import type { StandingWord } from '#contract/dashboard/standing-words.ts'
import type { DisputeState } from '#contract/dispute-states.ts'
import type { PaymentState } from '#contract/payment.ts'
import type { SessionPaymentState, SessionState } from '#contract/session.ts'
import { newId } from '#domain/id.ts'
import type { TestApi } from './api.ts'
import { createTestSession, type OpenSession } from './shopper.ts'

/** Asked for an order of R$ 259,90 in twelve installments. */
const CHARGED = 29_484

/** A combination of what can become of a payment, and what every view must say of it. */
export interface StandingCase {
  name: string
  session: SessionState
  paymentStatus: SessionPaymentState
  /** Null: nobody has tried to pay. */
  payment: {
    status: PaymentState
    captured?: number
    reversed?: number
    reinstated?: number
    isOwed?: boolean
    /** What the merchant captures by hand, or what is on the way to an automatic capture. */
    held?: 'manual' | 'automatic'
  } | null
  /** A dispute of it. */
  dispute?: DisputeState
  refunds?: readonly { status: 'succeeded' | 'pending' | 'failed'; amount: number }[]
  word: StandingWord
  /** What the shopper sees, who does not see that it is disputed. */
  shopperSees?: StandingWord
  charged: number
  /** Null: nothing was taken, or nothing is decided. */
  kept: number | null
}

const paid = { session: 'complete', paymentStatus: 'paid', charged: CHARGED } as const
const took = { status: 'succeeded', captured: CHARGED } as const
const refund = (amount: number, status: 'succeeded' | 'pending' | 'failed' = 'succeeded') => ({
  status,
  amount,
})
const late = (session: 'expired' | 'canceled') => ({ ...paid, session })
const untaken = (
  name: string,
  status: PaymentState,
  word: StandingWord,
  session: SessionState = 'open',
  paymentStatus: SessionPaymentState = 'processing',
): StandingCase => ({
  name,
  session,
  paymentStatus,
  payment: { status },
  word,
  charged: CHARGED,
  kept: null,
})
const untried = (session: 'open' | 'expired' | 'canceled'): StandingCase => ({
  name: `${session}, untried`,
  session,
  paymentStatus: 'unpaid',
  payment: null,
  word: session,
  charged: 25_990,
  kept: null,
})

/** Written by hand, so that no view is compared with the rule that it asks. */
export const STANDING_CASES: readonly StandingCase[] = [
  untried('open'),
  untried('expired'),
  untried('canceled'),
  untaken('begun', 'created', 'processing'),
  untaken('in progress', 'processing', 'processing'),
  untaken('waiting', 'requires_action', 'requires_action', 'open', 'requires_action'),
  untaken('unknown', 'unknown', 'unknown'),
  {
    ...untaken('held', 'authorized', 'authorized', 'open', 'authorized'),
    payment: { status: 'authorized', held: 'manual' },
  },
  {
    ...untaken('held on the way to a capture', 'authorized', 'processing'),
    payment: { status: 'authorized', held: 'automatic' },
  },
  {
    ...untaken('released', 'voided', 'voided', 'canceled', 'unpaid'),
    payment: { status: 'voided', held: 'manual' },
  },
  {
    name: 'captured in part',
    session: 'complete',
    paymentStatus: 'paid',
    payment: { status: 'succeeded', held: 'manual', captured: 20_000 },
    word: 'paid',
    charged: 20_000,
    kept: 20_000,
  },
  untaken('declined', 'failed', 'declined', 'open', 'unpaid'),
  untaken('declined, expired', 'failed', 'declined', 'expired', 'unpaid'),
  {
    name: 'another amount',
    session: 'open',
    paymentStatus: 'processing',
    payment: { status: 'amount_mismatch', captured: 20_000 },
    word: 'another_amount',
    charged: 20_000,
    kept: null,
  },
  { name: 'paid', ...paid, payment: took, word: 'paid', kept: CHARGED },
  {
    name: 'paid by another amount',
    ...paid,
    payment: { ...took, captured: 20_000 },
    word: 'paid',
    charged: 20_000,
    kept: 20_000,
  },
  {
    name: 'paid, a refund is pending',
    ...paid,
    payment: took,
    refunds: [refund(CHARGED, 'pending')],
    word: 'paid',
    kept: CHARGED,
  },
  {
    name: 'paid, a refund failed',
    ...paid,
    payment: took,
    refunds: [refund(CHARGED, 'failed')],
    word: 'paid',
    kept: CHARGED,
  },
  {
    name: 'refunded in part',
    ...paid,
    paymentStatus: 'partially_refunded',
    payment: took,
    refunds: [refund(9_000), refund(484)],
    word: 'partially_refunded',
    kept: 20_000,
  },
  {
    name: 'refunded in part, the rest is pending',
    ...paid,
    paymentStatus: 'partially_refunded',
    payment: took,
    refunds: [refund(9_484), refund(20_000, 'pending')],
    word: 'partially_refunded',
    kept: 20_000,
  },
  {
    name: 'refunded',
    ...paid,
    paymentStatus: 'refunded',
    payment: took,
    refunds: [refund(CHARGED)],
    word: 'refunded',
    kept: 0,
  },
  {
    name: 'taken back',
    ...paid,
    payment: { ...took, reversed: CHARGED },
    word: 'taken_back',
    kept: 0,
  },
  {
    name: 'disputed, nothing is taken back yet',
    ...paid,
    payment: took,
    dispute: 'needs_response',
    word: 'disputed',
    shopperSees: 'paid',
    kept: CHARGED,
  },
  {
    name: 'disputed, and taken back',
    ...paid,
    payment: { ...took, reversed: CHARGED },
    dispute: 'under_review',
    word: 'disputed',
    shopperSees: 'taken_back',
    kept: 0,
  },
  {
    name: 'disputed, and refunded in part',
    ...paid,
    paymentStatus: 'partially_refunded',
    payment: took,
    dispute: 'needs_response',
    refunds: [refund(9_484)],
    word: 'disputed',
    shopperSees: 'partially_refunded',
    kept: 20_000,
  },
  {
    name: 'taken back, the dispute is lost',
    ...paid,
    payment: { ...took, reversed: CHARGED },
    dispute: 'lost',
    word: 'taken_back',
    kept: 0,
  },
  {
    name: 'given back again, the dispute is won',
    ...paid,
    payment: { ...took, reversed: CHARGED, reinstated: CHARGED },
    dispute: 'won',
    word: 'reinstated',
    kept: CHARGED,
  },
  {
    name: 'taken back in part',
    ...paid,
    payment: { ...took, reversed: 9_484 },
    word: 'partially_taken_back',
    kept: 20_000,
  },
  {
    name: 'taken back, and given back again',
    ...paid,
    payment: { ...took, reversed: CHARGED, reinstated: CHARGED },
    word: 'reinstated',
    kept: CHARGED,
  },
  {
    name: 'taken back, and given back again in part',
    ...paid,
    payment: { ...took, reversed: CHARGED, reinstated: 20_000 },
    word: 'partially_taken_back',
    kept: 20_000,
  },
  {
    name: 'given back again, and refunded in part',
    ...paid,
    paymentStatus: 'partially_refunded',
    payment: { ...took, reversed: CHARGED, reinstated: CHARGED },
    refunds: [refund(9_484)],
    word: 'partially_refunded',
    kept: 20_000,
  },
  {
    name: 'refunded in part, the rest taken back',
    ...paid,
    paymentStatus: 'partially_refunded',
    payment: { ...took, reversed: 20_000 },
    refunds: [refund(9_484)],
    word: 'partially_taken_back',
    kept: 0,
  },
  {
    name: 'refunded, and taken back',
    ...paid,
    paymentStatus: 'refunded',
    payment: { ...took, reversed: CHARGED },
    refunds: [refund(CHARGED)],
    word: 'taken_back',
    kept: 0,
  },
  ...(['expired', 'canceled'] as const).flatMap((session): StandingCase[] => [
    {
      name: `late, ${session}`,
      ...late(session),
      payment: { ...took, isOwed: true },
      word: 'owed',
      kept: 0,
    },
    {
      name: `late, ${session}, refunded`,
      ...late(session),
      paymentStatus: 'refunded',
      payment: took,
      refunds: [refund(CHARGED)],
      word: 'refunded',
      kept: 0,
    },
    {
      name: `late, ${session}, taken back`,
      ...late(session),
      payment: { ...took, reversed: CHARGED },
      word: 'taken_back',
      kept: 0,
    },
  ]),
  {
    name: 'late, disputed, owed back',
    ...late('expired'),
    payment: { ...took, isOwed: true },
    dispute: 'needs_response',
    word: 'owed',
    kept: 0,
  },
  {
    name: 'late, given back elsewhere, disputed',
    ...late('expired'),
    payment: took,
    dispute: 'needs_response',
    word: 'disputed',
    shopperSees: 'refunded',
    kept: 0,
  },
  {
    name: 'refused, owed back',
    session: 'open',
    paymentStatus: 'unpaid',
    payment: { status: 'failed', captured: 20_000, isOwed: true },
    word: 'owed',
    charged: 20_000,
    kept: 0,
  },
  {
    name: 'refused, given back',
    session: 'open',
    paymentStatus: 'unpaid',
    payment: { status: 'failed', captured: 20_000 },
    refunds: [refund(20_000)],
    word: 'refunded',
    charged: 20_000,
    kept: 0,
  },
]

export interface StoodSession extends OpenSession {
  paymentId: string | null
  orderReference: string
}

/** Writes a case into the database, as a session of twelve installments by card. */
export async function writeStanding(
  api: TestApi,
  { session, paymentStatus, payment, dispute, refunds = [] }: StandingCase,
  orderReference: string,
): Promise<StoodSession> {
  const open = await createTestSession(api, {
    orderReference,
    installments: { max: 12, interestFree: 1, monthlyInterestBasisPoints: 199 },
  })
  const now = api.clock.now()
  const paymentId = payment && newId('pay', now, randomBytes)
  if (payment !== null && paymentId !== null) {
    const { status, captured = 0, reversed = 0, reinstated = 0, isOwed = false, held } = payment
    await api.sql(
      `insert into payments (id, session_id, merchant_id, number, status, decline_code, method, amount_minor, interest_minor,
         currency, installments, processor, captured_minor, refund_owed_at, accepted_by, late, customer,
         card_brand, card_last_four, action, created_at, updated_at, succeeded_at, capture_method, authorized_minor,
         authorized_at, capture_before, capture_minor, void_reason)
       values ($1, $2, $3, 1, $4, $5, 'card', $6::bigint, 3494, 'BRL', 12, 'simulated', $7::bigint, $8, $9, $10, $11, 'visa', '4242', null,
         $12::timestamptz, $12::timestamptz, $13, $14, case when $15 then $6::bigint end, case when $15 then $12::timestamptz end,
         case when $15 then $12::timestamptz + interval '7 days' end, case when $15 and $7::bigint > 0 then $7::bigint end, $16)`,
      paymentId,
      open.id,
      api.merchant.id,
      status,
      status === 'failed' ? (captured > 0 ? 'replaced' : 'insufficient_funds') : null,
      CHARGED,
      captured,
      isOwed ? now : null,
      status === 'succeeded' && captured !== CHARGED && held === undefined ? 'policy' : null,
      session === 'expired' || session === 'canceled',
      { email: 'maria@example.com' },
      now,
      status === 'succeeded' ? now : null,
      held === 'manual' ? held : null,
      held !== undefined,
      status === 'voided' ? 'requested' : null,
    )
    if (reversed > 0)
      await api.sql(
        'insert into reversals (payment_id, total_minor, recorded_at) values ($1, $2, $3)',
        paymentId,
        reversed,
        now,
      )
    for (const { status: state, amount } of refunds)
      await insertRefund(api, { sessionId: open.id, paymentId, state, amount })
    // After the refunds: the database makes none of money that a bank took back.
    if (reversed > 0)
      await api.sql(
        'update payments set reversed_minor = $2, reinstated_minor = $3 where id = $1',
        paymentId,
        reversed,
        reinstated,
      )
    if (dispute !== undefined)
      await insertDispute(api, { sessionId: open.id, paymentId, status: dispute })
    if (reinstated > 0)
      await api.sql(
        'insert into reinstatements (payment_id, total_minor, recorded_at) values ($1, $2, $3)',
        paymentId,
        reinstated,
        now,
      )
  }
  const isPaid = payment?.status === 'succeeded'
  await api.sql(
    `update sessions set status = $2::text, payment_status = $3, attempts = 1, amount_captured_minor = $4, amount_reversed_minor = $5,
       amount_refunded_minor = $6, completed_at = case when $2 = 'complete' then $7::timestamptz end,
       canceled_at = case when $2 = 'canceled' then $7::timestamptz end, amount_reinstated_minor = $8 where id = $1`,
    open.id,
    session,
    paymentStatus,
    isPaid ? (payment.captured ?? 0) : null,
    isPaid ? (payment.reversed ?? 0) : 0,
    isPaid ? sumOf(refunds) : 0,
    now,
    isPaid ? (payment.reinstated ?? 0) : 0,
  )
  return { ...open, paymentId, orderReference }
}

const sumOf = (refunds: NonNullable<StandingCase['refunds']>) =>
  refunds
    .filter(({ status }) => status === 'succeeded')
    .reduce((sum, { amount }) => sum + amount, 0)

/** The step of a dispute by its state. */
const RANKS: Readonly<Record<DisputeState, number>> = {
  needs_response: 30,
  under_review: 40,
  lost: 50,
  won: 60,
}

async function insertDispute(
  api: TestApi,
  of: { sessionId: string; paymentId: string; status: DisputeState },
): Promise<void> {
  const now = api.clock.now()
  const id = newId('dp', now, randomBytes)
  await api.sql(
    `insert into disputes (id, merchant_id, session_id, payment_id, processor, processor_reference, stage, status, rank,
       amount_minor, currency, opened_at, created_at, updated_at, closed_at)
     values ($1, $2, $3, $4, 'simulated', $1, 'chargeback', $5, $6, $7, 'BRL', $8, $8, $8, $9)`,
    id,
    api.merchant.id,
    of.sessionId,
    of.paymentId,
    of.status,
    RANKS[of.status],
    CHARGED,
    now,
    of.status === 'lost' || of.status === 'won' ? now : null,
  )
}

async function insertRefund(
  api: TestApi,
  of: { sessionId: string; paymentId: string; state: string; amount: number },
): Promise<void> {
  const now = api.clock.now()
  const id = newId('re', now, randomBytes)
  await api.sql(
    `insert into refunds (id, session_id, merchant_id, payment_id, status, amount_minor, currency, created_at, updated_at)
     values ($1, $2, $3, $4, 'pending', $5, 'BRL', $6, $6)`,
    id,
    of.sessionId,
    api.merchant.id,
    of.paymentId,
    of.amount,
    now,
  )
  if (of.state !== 'pending')
    await api.sql('update refunds set status = $2 where id = $1', id, of.state)
}
