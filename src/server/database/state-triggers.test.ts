import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PAYMENT_STATES, type PaymentState } from '#contract/payment.ts'
import { RefundState } from '#contract/refund.ts'
import { SESSION_STATES, type SessionState } from '#contract/session.ts'
import type { CaptureMethod } from '#domain/hold.ts'
import { newId } from '#domain/id.ts'
import { mayMove } from '#domain/payment-state.ts'
import { REFUND_MOVES } from '#domain/refund-state.ts'
import { SESSION_MOVES } from '#domain/session-state.ts'
import { createTestDatabase, type TestDatabase } from '#proof/testing/database.ts'
import { insertBareSession, insertNotifiedMerchant } from '#proof/testing/notification-records.ts'
import { statement } from './engine/database.ts'
import { violatedConstraint } from './engine/database-errors.ts'

const NOW = new Date('2026-11-20T15:00:00.000Z')

/** Every cell of the transition tables, in code and in the database. */
describe('the database allows exactly the state transitions of the domain', () => {
  let test: TestDatabase
  let merchantId: string
  beforeAll(async () => {
    test = await createTestDatabase()
    const { id } = await insertNotifiedMerchant(test.database, {
      callbackUrl: 'https://store.example/',
      key: randomBytes(32),
      now: NOW,
    })
    merchantId = id
  })
  afterAll(() => test.drop())

  const sql = (text: string, ...values: unknown[]) =>
    test.database.query(statement('test', text), values)
  /** The violated constraint, or `allowed`. */
  const resultOf = (text: string, ...values: unknown[]) =>
    sql(text, ...values).then(
      () => 'allowed',
      (error: unknown) => violatedConstraint(error) ?? String(error),
    )

  const session = async (status: SessionState) => {
    const id = await insertBareSession(test.database, merchantId, NOW)
    await sql(
      'update sessions set status = $2, completed_at = $3 where id = $1',
      id,
      status,
      status === 'complete' ? NOW : null,
    )
    return id
  }
  const payment = async (status: PaymentState, capture: CaptureMethod = 'automatic') => {
    const id = newId('pay', NOW, (length) => randomBytes(length))
    await sql(
      `insert into payments (id, session_id, status, method, amount_minor, currency, processor, captured_minor,
         decline_code, created_at, updated_at, capture_method, void_reason, authorized_minor, authorized_at, capture_before)
       values ($1, $2, $3, 'card', 1990, 'BRL', 'test', $4, $5, $6, $6, $7, $8, $9, $6, $6)`,
      id,
      await insertBareSession(test.database, merchantId, NOW),
      status,
      status === 'succeeded' ? 1990 : 0,
      status === 'failed' ? 'card_declined' : null,
      NOW,
      capture === 'manual' ? capture : null,
      status === 'voided' ? 'requested' : null,
      status === 'authorized' ? 1990 : null,
    )
    return id
  }
  const CAPTURES = ['automatic', 'manual'] as const

  describe.each(SESSION_STATES)('a session from %s', (from) => {
    it.each(SESSION_STATES.filter((to) => to !== from))('to %s', async (to) => {
      const isAllowed = SESSION_MOVES[from].includes(to)
      const isLate = isAllowed && from !== 'open'
      const move = async (paidLate: boolean) =>
        resultOf(
          'update sessions set status = $2, completed_at = $3, paid_late = $4 where id = $1',
          await session(from),
          to,
          to === 'complete' ? NOW : null,
          paidLate,
        )
      expect(await move(true)).toBe(isAllowed ? 'allowed' : 'sessions_move_legally')
      expect(await move(false)).toBe(isAllowed && !isLate ? 'allowed' : 'sessions_move_legally')
    })
  })

  describe.each(CAPTURES.flatMap((capture) => PAYMENT_STATES.map((from) => ({ from, capture }))))(
    'a payment from $from, capture $capture',
    ({ from, capture }) => {
      it.each(PAYMENT_STATES.filter((to) => to !== from))('to %s', async (to) => {
        const isAllowed = mayMove(from, to, capture)
        const move = async (late: boolean) =>
          resultOf(
            `update payments set status = $2, captured_minor = $3, decline_code = $4, late = $5, authorized_minor = $6,
             void_reason = $7 where id = $1`,
            await payment(from, capture),
            to,
            to === 'succeeded' ? 1990 : 0,
            to === 'failed' ? 'card_declined' : null,
            late,
            1990,
            to === 'voided' ? 'requested' : null,
          )
        expect(await move(true)).toBe(isAllowed ? 'allowed' : 'payments_move_legally')
        const needsLate = from === 'failed' || from === 'voided'
        expect(await move(false)).toBe(
          isAllowed && !needsLate ? 'allowed' : 'payments_move_legally',
        )
      })
    },
  )

  it('allows one live and one succeeded payment per session', async () => {
    const first = await payment('created')
    const copy = (status: string, captured: number, decline: string | null) =>
      resultOf(
        `insert into payments select ($2::text)::text, session_id, null, $3, method, amount_minor, currency, installments, customer,
           null, null, $5, null, processor, $4, 0, late, created_at, updated_at from payments where id = $1`,
        first,
        newId('pay', NOW, (length) => randomBytes(length)),
        status,
        captured,
        decline,
      )
    expect(await copy('processing', 0, null)).toBe('payments_one_live')
    expect(await copy('succeeded', 1990, null)).toBe('allowed')
    expect(await copy('succeeded', 1990, null)).toBe('payments_one_success')
    expect(await copy('failed', 0, 'card_declined')).toBe('allowed')
  })

  it('R-89: holds an amount until a time, captures within it, and never what is to be released', async () => {
    const id = await payment('authorized', 'manual')
    const change = (to: string) => resultOf(`update payments set ${to} where id = $1`, id)
    expect(await change('capture_before = null')).toBe('a_hold_has_an_amount_and_an_end')
    const capture = (minor: number) =>
      change(`intent = 'capture', next_intent_at = now(), capture_minor = ${minor}`)
    expect(await capture(1991)).toBe('captures_stay_within_the_hold')
    expect(await capture(0)).toBe('captures_stay_within_the_hold')
    expect(await change("intent = 'capture', capture_minor = 1")).toBe('an_intent_is_due')
    expect(await change("intent = 'void', next_intent_at = now()")).toBe('an_intent_fits_the_state')
    expect(await capture(1990)).toBe('allowed')
    expect(await change("status = 'succeeded', captured_minor = 1990")).toBe(
      'an_intent_fits_the_state',
    )
    expect(await change("intent = 'void', void_reason = 'requested'")).toBe('allowed')
    expect(await capture(1990)).toBe('intents_move_legally')
    expect(await change('intent = null, next_intent_at = null, released_at = now()')).toBe(
      'allowed',
    )
    expect(await capture(1990)).toBe('intents_move_legally')
    expect(await change("status = 'voided', void_reason = null")).toBe('a_void_says_why')
    expect(await change("status = 'voided'")).toBe('allowed')
  })

  it('succeeds by hand with the amount that was asked to capture', async () => {
    const id = await payment('authorized', 'manual')
    const change = (to: string) => resultOf(`update payments set ${to} where id = $1`, id)
    expect(await change("status = 'succeeded', captured_minor = 1000")).toBe('success_is_captured')
    expect(await change("status = 'succeeded', captured_minor = 1000, capture_minor = 1000")).toBe(
      'allowed',
    )
  })

  it('R-55: captures another amount, and succeeds with it only once it is accepted', async () => {
    const id = await payment('created')
    const change = (to: string) => resultOf(`update payments set ${to} where id = $1`, id)
    expect(await change('captured_minor = -1')).toBe('captured_is_not_negative')
    expect(await change('captured_minor = 5')).toBe('allowed')
    expect(await change("status = 'succeeded'")).toBe('success_is_captured')
    expect(await change("status = 'succeeded', accepted_by = 'ana', captured_minor = 0")).toBe(
      'success_is_captured',
    )
    expect(
      await change("status = 'succeeded', accepted_by = 'ana', captured_currency = 'USD'"),
    ).toBe('success_is_captured')
    expect(await change("status = 'succeeded', accepted_by = 'ana'")).toBe('allowed')
  })

  it('requires a decline code of a failure', async () => {
    const id = await payment('created')
    expect(await resultOf("update payments set status = 'failed' where id = $1", id)).toBe(
      'a_failure_says_why',
    )
  })

  const refund = async (
    of: string,
    amountMinor: number,
    status: RefundState = 'pending',
    id: string = randomUUID(),
  ) =>
    resultOf(
      `insert into refunds (id, session_id, payment_id, amount_minor, currency, status, reversed_at, created_at, updated_at)
       select $2, session_id, id, $3, currency, $4, $5, $6, $6 from payments where id = $1`,
      of,
      id,
      amountMinor,
      status,
      status === 'reversed' ? NOW : null,
      NOW,
    )

  describe.each(RefundState.options)('a refund from %s', (from) => {
    it.each(RefundState.options.filter((to) => to !== from))('R-94: to %s', async (to) => {
      const id = randomUUID()
      expect(await refund(await payment('succeeded'), 100, from, id)).toBe('allowed')
      const moved = await resultOf(
        'update refunds set status = $2, reversed_at = $3 where id = $1',
        id,
        to,
        to === 'reversed' ? NOW : null,
      )
      expect(moved).toBe(REFUND_MOVES[from].includes(to) ? 'allowed' : 'refunds_move_legally')
    })
  })

  it('R-94: what came back is left again, and is sent after all only where it still fits', async () => {
    const of = await payment('succeeded')
    const id = randomUUID()
    const left = async () =>
      (
        await sql('select captured_minor - refunded_minor as left from payments where id = $1', of)
      )[0]
    const move = (to: RefundState) =>
      resultOf(
        'update refunds set status = $2, reversed_at = $3 where id = $1',
        id,
        to,
        to === 'reversed' ? NOW : null,
      )
    expect(await refund(of, 1500, 'succeeded', id)).toBe('allowed')
    expect(await left()).toEqual({ left: 490 })
    expect(await move('reversed')).toBe('allowed')
    expect(await left()).toEqual({ left: 1990 })
    expect(await move('succeeded')).toBe('allowed')
    expect(await left()).toEqual({ left: 490 })
    expect(await move('reversed')).toBe('allowed')
    expect(await refund(of, 491)).toBe('allowed')
    expect(await move('succeeded')).toBe('refunds_within_captured')
  })

  it('refunds no more than was captured, in any state of the refunds', async () => {
    const id = await payment('succeeded')
    expect(await refund(id, 1991)).toBe('refunds_within_captured')
    expect(await refund(id, 1000)).toBe('allowed')
    expect(await refund(id, 991)).toBe('refunds_within_captured')
    await sql("update refunds set status = 'failed' where payment_id = $1", id)
    expect(await refund(id, 1990)).toBe('allowed')
  })
})
