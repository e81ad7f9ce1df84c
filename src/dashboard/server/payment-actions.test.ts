import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { DASHBOARD_ACTIONS } from '#contract/dashboard/actions.ts'
import type { Membership, RefundLimits } from '#contract/dashboard/roles.ts'
import {
  addPayment,
  addPendingRefund,
  perform,
  signAction,
} from '#proof/testing/dashboard/actions.ts'
import type { Browser, Said } from '#proof/testing/dashboard/browser.ts'
import { openTestDashboard, type TestDashboard } from '#proof/testing/dashboard/open-dashboard.ts'
import { enterWithPasskey } from '#proof/testing/dashboard/passkey-person.ts'
import { createPaidSession, createTestSession } from '#proof/testing/shopper.ts'
import { lockSession } from '#server/database/sessions/sessions.ts'
import { readLedger } from '#proof/testing/simulation.ts'

let sandbox: TestDashboard
let production: TestDashboard
beforeAll(async () => {
  sandbox = await openTestDashboard()
  production = await openTestDashboard('production')
})
afterAll(async () => {
  await sandbox.close()
  await production.close()
})
afterEach(() => {
  for (const { logged } of [sandbox, production]) expect(logged.splice(0)).toEqual([])
})

const ADMIN: Membership = { merchantId: null, role: 'admin' }
const outcome = ({ status, body }: Said) => [status, (body as { code?: string }).code]
const bytesOf = ({ status, text }: Said) => [status, text.replace(/req_\w+/, '')]

async function enter(
  to: TestDashboard,
  membership: Membership,
  limits: RefundLimits = null,
): Promise<Browser> {
  const browser = to.browser()
  const { token } = await to.invite(membership, undefined, limits)
  await browser.post('/api/sign-in/link', { token })
  return browser
}

/** Pays a session of R$ 259,90 by card. `refundOf` makes the input of its refund. */
async function pay(to: TestDashboard) {
  const open = await createPaidSession(to.api)
  const paymentId = (await open.read()).payment?.id
  const refundOf = (amount: number) => ({
    merchantId: to.api.merchant.id,
    sessionId: open.id,
    paymentId,
    amount,
    currency: 'BRL',
  })
  return { ...open, refundOf }
}

const refundedAt = async (to: TestDashboard, sessionId: string) =>
  (await readLedger(to.api.database, sessionId))
    .filter(({ kind }) => kind === 'refund')
    .map(({ amountMinor }) => amountMinor)

describe('refund.create', () => {
  it('refunds a part and then the rest at the processor, and never more', async () => {
    const admin = await enter(sandbox, ADMIN)
    const { id, refundOf, ...open } = await pay(sandbox)
    const said = await perform(admin, 'refund.create', { ...refundOf(12_995), reason: 'a spot' })
    expect(DASHBOARD_ACTIONS['refund.create'].answer.parse(said.body)).toMatchObject({
      status: 'succeeded',
    })
    expect(await open.read()).toMatchObject({ paymentStatus: 'partially_refunded' })
    const tooMuch = await perform(admin, 'refund.create', refundOf(12_996))
    expect(outcome(tooMuch)).toEqual([422, 'refund_exceeds_payment'])
    expect((await perform(admin, 'refund.create', refundOf(12_995))).status).toBe(200)
    expect(await refundedAt(sandbox, id)).toEqual([12_995, 12_995])
    const [entry] = await sandbox.sql(
      `select actor_kind as kind, command, details::jsonb ->> 'amountMinor' as amount from audit_log
       where action = 'refund.created' order by sequence desc limit 1`,
    )
    expect(entry).toEqual({ kind: 'user', command: 'refund.create', amount: '12995' })
  })

  it('is one refund, pressed five times at once and again after its answer was lost', async () => {
    const admin = await enter(sandbox, ADMIN)
    const { id, refundOf } = await pay(sandbox)
    const key = randomUUID()
    const press = () => perform(admin, 'refund.create', refundOf(990), { key })
    const pressed = await Promise.all(Array.from({ length: 5 }, press))
    for (const said of pressed.filter(({ status }) => status !== 200))
      expect(outcome(said)).toEqual([409, 'action_in_progress'])
    const again = await press()
    expect(again.status).toBe(200)
    expect(again.body).toEqual(pressed.find(({ status }) => status === 200)?.body)
    expect(await refundedAt(sandbox, id)).toEqual([990])
  })

  it('has one record, the person’s, which keeps the id of the refund', async () => {
    const person = await enterWithPasskey(production)
    const { browser, userId, authenticator } = person
    const { refundOf } = await pay(production)
    const ofMerchants = () =>
      production.sql(`select key from idempotency_keys where route like '%/refunds'`)
    const before = await ofMerchants()
    const input = refundOf(990)
    const signature = await signAction(person, 'refund.create', input)
    const said = await perform(browser, 'refund.create', input, { signature })
    expect(
      await production.sql(
        `select made_id as made, signed_by as signed, leased_until as until from dashboard_acts where user_id = $1`,
        userId,
      ),
    ).toEqual([
      {
        made: (said.body as { refundId: string }).refundId,
        signed: authenticator.credentialId,
        until: null,
      },
    ])
    expect(await ofMerchants()).toEqual(before)
  })

  it('refuses a key that was used for another amount', async () => {
    const admin = await enter(sandbox, ADMIN)
    const { id, refundOf } = await pay(sandbox)
    const key = randomUUID()
    expect((await perform(admin, 'refund.create', refundOf(990), { key })).status).toBe(200)
    const other = await perform(admin, 'refund.create', refundOf(991), { key })
    expect(outcome(other)).toEqual([422, 'idempotency_key_reused'])
    expect(await refundedAt(sandbox, id)).toEqual([990])
  })

  it('goes on where a crash ended it: before the refund was made, and after the processor had it', async () => {
    const admin = await enter(sandbox, ADMIN)
    const { id, refundOf } = await pay(sandbox)
    const key = randomUUID()
    const { context } = sandbox
    const { database } = context
    const refundWithCrashBefore = async (transaction: number) => {
      let begun = 0
      context.database = {
        ...database,
        transaction: async (work) => {
          begun += 1
          if (begun === transaction) throw new Error('the process crashed')
          return database.transaction(work)
        },
      }
      const said = await perform(admin, 'refund.create', refundOf(990), { key })
      context.database = database
      return outcome(said)
    }
    const crashed = [500, 'internal_error']
    expect(await refundWithCrashBefore(1)).toEqual(crashed)
    expect(await refundedAt(sandbox, id)).toEqual([])
    expect(await refundWithCrashBefore(2)).toEqual(crashed)
    expect(await refundedAt(sandbox, id)).toEqual([990])
    sandbox.logged.length = 0
    // The lease of the request that crashed has ended.
    sandbox.clock.advance(31_000)
    const said = await perform(admin, 'refund.create', refundOf(990), { key })
    expect(said.status).toBe(200)
    expect(await refundedAt(sandbox, id)).toEqual([990])
  })

  it('refuses money that did not come, another session of the merchant, and what was not paid', async () => {
    const admin = await enter(sandbox, ADMIN)
    const { refundOf, id } = await pay(sandbox)
    const other = await pay(sandbox)
    const inDollars = { ...refundOf(990), currency: 'USD' }
    expect(outcome(await perform(admin, 'refund.create', inDollars))).toEqual([
      422,
      'invalid_request',
    ])
    const elsewhere = { ...refundOf(990), sessionId: other.id }
    expect(outcome(await perform(admin, 'refund.create', elsewhere))).toEqual([404, 'not_found'])
    const unpaid = await addPayment(sandbox, sandbox.api.merchant.id, 'unknown')
    const nothing = { ...refundOf(990), ...unpaid }
    expect(outcome(await perform(admin, 'refund.create', nothing))).toEqual([409, 'not_paid'])
    expect(await refundedAt(sandbox, id)).toEqual([])
  })

  it("another merchant's payment is as none, to the byte", async () => {
    const stranger = await sandbox.api.addMerchant()
    const owner = await enter(sandbox, { merchantId: stranger.id, role: 'owner' })
    const { refundOf, id } = await pay(sandbox)
    const own = { ...refundOf(990), merchantId: stranger.id }
    const none = { ...own, paymentId: 'pay_0Tq4n1bJ5Wc8yGt6hKp2Qz' }
    const said = await perform(owner, 'refund.create', own)
    expect(bytesOf(said)).toEqual(bytesOf(await perform(owner, 'refund.create', none)))
    expect(said.status).toBe(404)
    for (const dashboardAction of ['session.cancel', 'payment.inquire'] as const) {
      const input = {
        merchantId: stranger.id,
        ...(dashboardAction === 'session.cancel'
          ? { sessionId: id }
          : { paymentId: own.paymentId }),
      }
      expect(outcome(await perform(owner, dashboardAction, input))).toEqual([404, 'not_found'])
    }
    expect(await refundedAt(sandbox, id)).toEqual([])
  })
})

describe('a limit of refunds', () => {
  const limits = { BRL: 10_000 }

  it('is for one payment: passed by no single refund, and by no small steps', async () => {
    const { refundOf, id } = await pay(sandbox)
    const support = await enter(sandbox, { merchantId: null, role: 'support' }, limits)
    const refund = (amount: number) => perform(support, 'refund.create', refundOf(amount))
    expect(outcome(await refund(10_001))).toEqual([403, 'over_limit'])
    expect((await refund(6_000)).status).toBe(200)
    expect(outcome(await refund(4_001))).toEqual([403, 'over_limit'])
    const key = randomUUID()
    const last = () => perform(support, 'refund.create', refundOf(4_000), { key })
    expect((await last()).status).toBe(200)
    // The answer was lost: the same key gets the same answer again, although the limit is used up now.
    expect((await last()).status).toBe(200)
    expect(await refundedAt(sandbox, id)).toEqual([6_000, 4_000])
    const me = await support.get('/api/me')
    expect(me.body).toMatchObject({ memberships: [{ refundLimits: limits }] })
  })

  it('holds for two refunds at the same moment', async () => {
    const { refundOf, id } = await pay(sandbox)
    const support = await enter(sandbox, { merchantId: null, role: 'support' }, limits)
    const { database } = sandbox.context
    const waiting = async () =>
      (
        await sandbox.sql(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).length
    const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    // Lets both refunds pass the first check of the limit before either is written.
    const holding = database.transaction(async (tx) => {
      await lockSession(tx, id)
      locked.resolve()
      await released.promise
    })
    await locked.promise
    const asked = [6_000, 6_001].map((amount) =>
      perform(support, 'refund.create', refundOf(amount)),
    )
    await expect.poll(waiting).toBe(2)
    released.resolve()
    await holding
    const outcomes = (await Promise.all(asked)).map(({ status }) => status)
    expect(outcomes.toSorted((one, other) => one - other)).toEqual([200, 403])
    expect(await refundedAt(sandbox, id)).toHaveLength(1)
  })

  it('in another currency is none', async () => {
    const { refundOf } = await pay(sandbox)
    const membership = { merchantId: sandbox.api.merchant.id, role: 'support' } as const
    const support = await enter(sandbox, membership, { USD: 100_000 })
    const said = await perform(support, 'refund.create', refundOf(1))
    expect(outcome(said)).toEqual([403, 'over_limit'])
  })

  it('spares support a signature in production, and nobody else', async () => {
    const { id, refundOf } = await pay(production)
    const input = refundOf(990)
    const merchantId = production.api.merchant.id
    const enterAs = async (membership: Membership) => {
      const { browser, authenticator, userId } = await enterWithPasskey(production, membership)
      await production.sql(
        `update memberships set refund_limits = '{"BRL": 5000}' where user_id = $1`,
        userId,
      )
      return { browser, authenticator }
    }
    for (const at of [null, merchantId]) {
      const support = await enterAs({ merchantId: at, role: 'support' })
      expect((await perform(support.browser, 'refund.create', input)).status).toBe(200)
      const finance = await enterAs({ merchantId: at, role: 'finance' })
      expect(outcome(await perform(finance.browser, 'refund.create', input))).toEqual([
        403,
        'signature_required',
      ])
      const signature = await signAction(finance, 'refund.create', input)
      const signed = await perform(finance.browser, 'refund.create', input, { signature })
      expect(signed.status).toBe(200)
    }
    expect(await refundedAt(production, id)).toEqual([990, 990, 990, 990])
  })

  it('a signed refund whose answer was lost needs no second signature, and is recorded with the first', async () => {
    const person = await enterWithPasskey(production)
    const { id, refundOf } = await pay(production)
    const input = refundOf(12_995)
    const key = randomUUID()
    const signature = await signAction(person, 'refund.create', input)
    const altered = refundOf(12_996)
    expect(
      outcome(await perform(person.browser, 'refund.create', altered, { signature, key })),
    ).toEqual([401, 'invalid_passkey'])
    const first = await perform(person.browser, 'refund.create', input, { signature, key })
    const again = await perform(person.browser, 'refund.create', input, { signature, key })
    const unsigned = await perform(person.browser, 'refund.create', input, { key })
    expect([again.body, unsigned.body]).toEqual([first.body, first.body])
    expect(await refundedAt(production, id)).toEqual([12_995])
  })
})

describe('session.cancel', () => {
  it('cancels an open session, once, and refuses one that was paid', async () => {
    const admin = await enter(sandbox, ADMIN)
    const open = await createTestSession(sandbox.api)
    const input = { merchantId: sandbox.api.merchant.id, sessionId: open.id, reason: 'by phone' }
    const key = randomUUID()
    const cancel = () => perform(admin, 'session.cancel', input, { key })
    expect((await cancel()).body).toEqual({ status: 'canceled' })
    expect((await cancel()).body).toEqual({ status: 'canceled' })
    expect(await open.read()).toMatchObject({ status: 'canceled' })
    const { refundOf } = await pay(sandbox)
    const { merchantId, sessionId } = refundOf(1)
    const paid = await perform(admin, 'session.cancel', { merchantId, sessionId })
    expect(outcome(paid)).toEqual([409, 'session_not_open'])
  })
})

describe('R-103: payment.capture and payment.void', () => {
  /** Holds R$ 259,90 of a card. `of` makes the input of an action. */
  async function hold() {
    const open = await createTestSession(sandbox.api, { captureMethod: 'manual' })
    await open.payByCard('4242424242424242')
    const { payment } = await open.read()
    const merchantId = sandbox.api.merchant.id
    const ids = { merchantId, sessionId: open.id, paymentId: payment?.id }
    return { ...open, ids, of: (amount: number) => ({ ...ids, amount, currency: 'BRL' }) }
  }
  const entered = async () => {
    const [entry] = await sandbox.sql(
      `select actor_kind as kind, command, details::jsonb ->> 'amountMinor' as amount from audit_log
       where action in ('payment.capture', 'payment.void') order by sequence desc limit 1`,
    )
    return entry
  }

  it('takes a part of what is held, once, and never more', async () => {
    const finance = await enter(sandbox, { merchantId: null, role: 'finance' })
    const { of, ...open } = await hold()
    expect(await open.read()).toMatchObject({ status: 'open', paymentStatus: 'authorized' })
    const tooMuch = await perform(finance, 'payment.capture', of(25_991))
    expect(outcome(tooMuch)).toEqual([422, 'capture_exceeds_authorization'])
    const key = randomUUID()
    const capture = () => perform(finance, 'payment.capture', of(20_000), { key })
    expect((await capture()).body).toEqual({ result: 'captured' })
    expect((await capture()).body).toEqual({ result: 'captured' })
    expect(await open.read()).toMatchObject({ paymentStatus: 'paid', amountCaptured: 20_000 })
    expect(await entered()).toEqual({ kind: 'user', command: 'payment.capture', amount: '20000' })
    const again = await perform(finance, 'payment.capture', of(5_990))
    expect(outcome(again)).toEqual([409, 'already_paid'])
  })

  it('releases what is held, once, and cancels the session', async () => {
    const support = await enter(sandbox, { merchantId: sandbox.api.merchant.id, role: 'support' })
    const { ids, of, ...open } = await hold()
    const input = { ...ids, reason: 'stay canceled' }
    expect((await perform(support, 'payment.void', input)).body).toEqual({ result: 'released' })
    expect(await open.read()).toMatchObject({
      status: 'canceled',
      cancellationReason: 'stay canceled',
    })
    expect(await entered()).toMatchObject({ kind: 'user', command: 'payment.void' })
    for (const said of [
      await perform(support, 'payment.void', input),
      await perform(support, 'payment.capture', of(1)),
    ])
      expect(outcome(said)).toEqual([409, 'nothing_authorized'])
  })

  it('needs the permission, and the session and the currency of the payment', async () => {
    const { ids, of } = await hold()
    for (const role of ['viewer', 'developer'] as const) {
      const merchantId = role === 'viewer' ? null : sandbox.api.merchant.id
      const other = await enter(sandbox, { merchantId, role } as Membership)
      expect(outcome(await perform(other, 'payment.capture', of(1)))).toEqual([403, 'forbidden'])
      expect(outcome(await perform(other, 'payment.void', ids))).toEqual([403, 'forbidden'])
    }
    const admin = await enter(sandbox, ADMIN)
    const elsewhere = { ...of(1), sessionId: (await hold()).id }
    expect(outcome(await perform(admin, 'payment.capture', elsewhere))).toEqual([404, 'not_found'])
    const dollars = { ...of(1), currency: 'USD' }
    expect(outcome(await perform(admin, 'payment.capture', dollars))).toEqual([
      422,
      'invalid_request',
    ])
    const stranger = await sandbox.api.addMerchant()
    const owner = await enter(sandbox, { merchantId: stranger.id, role: 'owner' })
    const foreign = { ...of(1), merchantId: stranger.id }
    expect(outcome(await perform(owner, 'payment.capture', foreign))).toEqual([404, 'not_found'])
  })
})

describe('payment.inquire', () => {
  it('asks the processor, and applies what it says', async () => {
    const admin = await enter(sandbox, ADMIN)
    const open = await createTestSession(sandbox.api)
    await open.payByCard('4000504000000003')
    const { payment } = await open.read()
    const at = { merchantId: sandbox.api.merchant.id, sessionId: open.id }
    expect(outcome(await perform(admin, 'session.cancel', at))).toEqual([
      409,
      'payment_in_progress',
    ])
    const input = { merchantId: sandbox.api.merchant.id, paymentId: payment?.id }
    sandbox.clock.advance(60_000)
    const said = await perform(admin, 'payment.inquire', input)
    expect(said.body).toEqual({ status: 'succeeded', inquiry: 'answered' })
    expect(await open.read()).toMatchObject({ status: 'complete' })
  })
})

describe('another amount than was asked', () => {
  it.each([
    ['payment.accept', 'succeeded', { payment: 'succeeded', session: 'complete' }],
    ['payment.refuse', 'failed', { payment: 'failed', session: 'open' }],
  ] as const)(
    'S-149: %s decides it, once, for the amount that was seen',
    async (dashboardAction, status, after) => {
      const finance = await enter(sandbox, { merchantId: null, role: 'finance' })
      const merchantId = sandbox.api.merchant.id
      const { paymentId, sessionId } = await addPayment(sandbox, merchantId, 'amount_mismatch')
      const input = {
        merchantId,
        paymentId,
        amount: 1500,
        currency: 'BRL',
        reason: 'agreed on the phone',
      }
      // Seen before the processor stated another amount.
      for (const seen of [{ amount: 1499 }, { amount: 1990 }, { currency: 'USD' }])
        expect(outcome(await perform(finance, dashboardAction, { ...input, ...seen }))).toEqual([
          409,
          'amount_changed',
        ])
      expect((await perform(finance, dashboardAction, input)).body).toEqual({ status })
      const [row] = await sandbox.sql(
        `select p.status as payment, s.status as session from payments p join sessions s on s.id = p.session_id
       where s.id = $1`,
        sessionId,
      )
      expect(row).toEqual(after)
      for (const again of ['payment.accept', 'payment.refuse'])
        expect(outcome(await perform(finance, again, input))).toEqual([409, 'not_held'])
      const [audited] = await sandbox.sql(
        `select details::jsonb ->> 'reason' as reason from audit_log where subject = $1 and actor_kind = 'user'`,
        paymentId,
      )
      expect(audited).toEqual({ reason: 'agreed on the phone' })
    },
  )
})

describe('what is owed', () => {
  it('S-149: is not ended by who has seen another amount', async () => {
    const finance = await enter(sandbox, { merchantId: null, role: 'finance' })
    const merchantId = sandbox.api.merchant.id
    const { paymentId } = await addPayment(sandbox, merchantId, 'owed')
    const input = { merchantId, paymentId, amount: 1990, currency: 'BRL', reason: 'bank transfer' }
    await sandbox.sql('update payments set reversed_minor = 500 where id = $1', paymentId)
    for (const seen of [{}, { amount: 1489 }, { amount: 1490, currency: 'USD' }])
      expect(outcome(await perform(finance, 'refund.paid', { ...input, ...seen }))).toEqual([
        409,
        'amount_changed',
      ])
    const paid = await perform(finance, 'refund.paid', { ...input, amount: 1490 })
    expect(paid.body).toEqual({ amount: 1490, currency: 'BRL' })
  })

  it('is tried again now, and ends when it was paid in another way', async () => {
    const finance = await enter(sandbox, { merchantId: null, role: 'finance' })
    const merchantId = sandbox.api.merchant.id
    const { paymentId } = await addPayment(sandbox, merchantId, 'owed')
    await sandbox.sql(
      `update payments set next_refund_at = next_refund_at + interval '6 hours' where id = $1`,
      paymentId,
    )
    const due = async () =>
      (
        await sandbox.sql<{ at: Date | null }>(
          'select next_refund_at as at from payments where id = $1',
          paymentId,
        )
      )[0]?.at
    const input = { merchantId, paymentId }
    expect((await perform(finance, 'refund.retry', input)).body).toEqual({})
    expect(await due()).toEqual(expect.any(Date))
    expect((await due())?.getTime()).toBeLessThanOrEqual(sandbox.clock.now().getTime())
    const paid = await perform(finance, 'refund.paid', {
      ...input,
      amount: 1990,
      currency: 'BRL',
      reason: 'bank transfer 4711',
    })
    expect(paid.body).toEqual({ amount: 1990, currency: 'BRL' })
    expect(await due()).toBeNull()
    for (const dashboardAction of ['refund.retry', 'refund.paid'])
      expect(
        outcome(
          await perform(finance, dashboardAction, {
            ...input,
            ...(dashboardAction === 'refund.paid' && {
              amount: 1990,
              currency: 'BRL',
              reason: 'x',
            }),
          }),
        ),
      ).toEqual([409, 'not_owed'])
  })
})

describe('R-106: refund.settle', () => {
  /** A refund of R$ 9,90 of R$ 19,90 that the processor does not decide. */
  async function pending() {
    const merchantId = sandbox.api.merchant.id
    const payment = await addPayment(sandbox, merchantId, 'succeeded')
    const refundId = await addPendingRefund(sandbox, payment)
    const seen = { amount: 990, currency: 'BRL' }
    const input = { merchantId, refundId, as: 'succeeded', ...seen, reason: 'statement' }
    const state = async () =>
      (
        await sandbox.sql(
          `select r.status, s.amount_refunded_minor as refunded from refunds r join sessions s on s.id = r.session_id
           where r.id = $1`,
          refundId,
        )
      )[0]
    return { input, refundId, state }
  }

  it.each([
    ['succeeded', 990],
    ['failed', 0],
  ])('S-149, R-106: ends it as %s, once, for the amount that was seen', async (end, refunded) => {
    const finance = await enter(sandbox, { merchantId: null, role: 'finance' })
    const { input, refundId, state } = await pending()
    for (const seen of [{ amount: 989 }, { currency: 'USD' }])
      expect(outcome(await perform(finance, 'refund.settle', { ...input, ...seen }))).toEqual([
        409,
        'amount_changed',
      ])
    expect(await state()).toEqual({ status: 'pending', refunded: 0 })
    const key = randomUUID()
    const settle = () => perform(finance, 'refund.settle', { ...input, as: end }, { key })
    expect((await settle()).body).toEqual({ status: end })
    expect(outcome(await settle())).toEqual([409, 'already_done'])
    expect(await state()).toEqual({ status: end, refunded })
    const again = await perform(finance, 'refund.settle', input)
    expect(outcome(again)).toEqual([409, 'refund_ended'])
    const audited = await sandbox.sql(
      `select actor_kind as kind, command, details::jsonb ->> 'reason' as reason from audit_log
       where subject = $1 and action = 'refund.settled'`,
      refundId,
    )
    expect(audited).toEqual([{ kind: 'user', command: 'refund.settle', reason: 'statement' }])
  })

  it("is refused to who may not decide, and another merchant's refund is as none", async () => {
    const { input, state } = await pending()
    for (const membership of [
      { merchantId: null, role: 'support' },
      { merchantId: input.merchantId, role: 'owner' },
    ] as const) {
      const person = await enter(sandbox, membership)
      const said = await perform(person, 'refund.settle', input)
      expect(outcome(said)).toEqual([403, 'forbidden'])
    }
    const stranger = await sandbox.api.addMerchant()
    const admin = await enter(sandbox, ADMIN)
    const own = { ...input, merchantId: stranger.id }
    const none = { ...own, refundId: 're_0Tq4n1bJ5Wc8yGt6hKp2Qz' }
    const said = await perform(admin, 'refund.settle', own)
    expect(bytesOf(said)).toEqual(bytesOf(await perform(admin, 'refund.settle', none)))
    expect(said.status).toBe(404)
    expect(await state()).toEqual({ status: 'pending', refunded: 0 })
  })
})
