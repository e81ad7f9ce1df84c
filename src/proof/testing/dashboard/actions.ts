import { randomBytes, randomUUID } from 'node:crypto'
import { DashboardActionCeremony, type DashboardAction } from '#contract/dashboard/actions.ts'
import type { OwnDashboardAction } from '#contract/dashboard/actions/own.ts'
import { RegistrationCeremony } from '#contract/dashboard/passkeys.ts'
import { newId } from '#domain/id.ts'
import { replayMatching } from '#server/service/events/replay-matching.ts'
import { insertPasskey } from '#server/database/people/passkeys.ts'
import { createMerchant } from '#server/service/merchants/create-merchant.ts'
import { issueKey, keyOfMerchant } from '#server/service/keys/issue-key.ts'
import { insertBareSession, insertTestEvent } from '../notification-records.ts'
import type { Membership } from '#contract/dashboard/roles.ts'
import { createAuthenticator, type Authenticator, type Lie } from './authenticator.ts'
import type { Browser, Said } from './browser.ts'
import type { TestDashboard } from './open-dashboard.ts'

/** A merchant with an object for each dashboard action. */
export interface TenantOfTest {
  merchantId: string
  keyId: string
  /** Paid by R$ 19,90. */
  paid: PaymentOfTest
  openSessionId: string
  unknown: PaymentOfTest
  /** R$ 15,00 were taken of R$ 19,90. */
  mismatched: PaymentOfTest
  owed: PaymentOfTest
  /** A refund of R$ 9,90 that the processor has not decided. */
  refundId: string
  /** A chargeback of R$ 19,90 that waits for an answer. */
  disputeId: string
  /** R$ 19,90 are held. */
  held: PaymentOfTest
  /** The event of a delivery that was given up. */
  eventId: string
  userId: string
  invitationId: string
}

interface PaymentOfTest {
  sessionId: string
  paymentId: string
}

/** The parts of a test dashboard to which a tenant is added. */
export type TenantsPlace = Pick<TestDashboard, 'context' | 'clock' | 'sql' | 'invite'>

export async function addTenant(to: TenantsPlace, name = 'Loja'): Promise<TenantOfTest> {
  const { merchantId } = await createMerchant(to.context, {
    name,
    currency: 'BRL',
    country: 'BR',
    callbackUrl: 'https://loja.example/hooks',
    returnOrigins: [],
    successUrl: null,
    cancelUrl: null,
  })
  return addThings(to, merchantId)
}

/** Adds the objects of dashboard actions to a merchant. */
async function addThings(to: TenantsPlace, merchantId: string): Promise<TenantOfTest> {
  const { context } = to
  const { keyId } = await issueKey(context, keyOfMerchant(context.environment, merchantId))
  return {
    merchantId,
    keyId,
    paid: await addPayment(to, merchantId, 'succeeded'),
    openSessionId: await insertBareSession(context.database, merchantId, context.clock()),
    unknown: await addPayment(to, merchantId, 'unknown'),
    mismatched: await addPayment(to, merchantId, 'amount_mismatch'),
    owed: await addPayment(to, merchantId, 'owed'),
    refundId: await addPendingRefund(to, await addPayment(to, merchantId, 'succeeded')),
    disputeId: await addDispute(to, await addPayment(to, merchantId, 'succeeded')),
    held: await addPayment(to, merchantId, 'authorized'),
    ...(await addPeople(to, merchantId)),
    eventId: await addGivenUpEvent(to, merchantId),
  }
}

/** An event of the merchant that its receiver answered with 500 until it was given up. */
export async function addGivenUpEvent(to: TenantsPlace, merchantId: string): Promise<string> {
  const { database } = to.context
  const createdAt = to.clock.now()
  const { id, deliveryId } = await insertTestEvent(database, {
    merchantId,
    callbackUrl: 'https://loja.example/hooks',
    createdAt,
  })
  await to.sql(
    `with attempt as (
       insert into delivery_attempts (delivery_id, number, started_at, duration_ms, status_code, response_excerpt)
       values ($1, 1, $2, 80, 500, 'relation "orders" is gone')
     )
     update deliveries set status = 'exhausted', attempts_made = 1, next_attempt_at = null, finished_at = $2 where id = $1`,
    deliveryId,
    createdAt,
  )
  return id
}

/** Makes what a dashboard action needs besides a tenant: a replay under way for `delivery.stopReplay`. */
export async function prepareAction(
  { context }: TestDashboard,
  dashboardAction: DashboardAction,
  { merchantId }: TenantOfTest,
): Promise<void> {
  if (dashboardAction !== 'delivery.stopReplay') return
  const filter = { state: 'undelivered' } as const
  await replayMatching(context, { merchantId, filter, dryRun: false, perSecond: 1 })
}

/** Adds a person who works at a merchant, and one who is invited there. */
export async function addPeople(
  to: TenantsPlace,
  merchantId: string | null,
): Promise<Pick<TenantOfTest, 'userId' | 'invitationId'>> {
  const membership: Membership =
    merchantId === null ? { merchantId, role: 'viewer' } : { merchantId, role: 'support' }
  const [works, invited] = [await to.invite(membership), await to.invite(membership)]
  await to.sql(`delete from sign_in_links where user_id = $1`, works.userId)
  await to.sql(`update users set status = 'active' where id = $1`, works.userId)
  await to.sql(
    `insert into memberships (user_id, merchant_id, role, granted_at) values ($1, $2, $3, now())`,
    works.userId,
    merchantId,
    membership.role,
  )
  const [link] = await to.sql<{ id: string }>(
    `select id from sign_in_links where user_id = $1`,
    invited.userId,
  )
  return { userId: works.userId, invitationId: link?.id ?? '' }
}

type KindOfPayment = 'succeeded' | 'unknown' | 'authorized' | 'amount_mismatch' | 'owed'
const CAPTURED: Readonly<Record<KindOfPayment, number>> = {
  succeeded: 1990,
  unknown: 0,
  authorized: 0,
  amount_mismatch: 1500,
  owed: 1990,
}

/** The states in which rows are inserted, where it is not the kind's own. */
const INSERTED: Readonly<Partial<Record<KindOfPayment, string>>> = {
  owed: 'failed',
  authorized: 'processing',
}

const TAKEN = { amount: CAPTURED.amount_mismatch, currency: 'BRL' }

/** A payment of R$ 19,90 in this state, which the simulated processor does not know. */
export async function addPayment(
  to: TenantsPlace,
  merchantId: string,
  kind: KindOfPayment,
): Promise<PaymentOfTest> {
  const { context } = to
  const now = context.clock()
  const sessionId = await insertBareSession(context.database, merchantId, now)
  const paymentId = newId('pay', now, randomBytes)
  const owedAt = kind === 'owed' ? now : null
  const { name } = context.service.processor
  await to.sql(
    `insert into payments (id, session_id, merchant_id, status, decline_code, method, amount_minor, currency, processor,
       captured_minor, late, refund_owed_at, next_refund_at, created_at, updated_at, inserted_at)
     values ($1, $2, $3, $4, $5, 'card', 1990, 'BRL', $6, $7, $8, $9, $9, $10, $10, now() - interval '1 hour')`,
    paymentId,
    sessionId,
    merchantId,
    INSERTED[kind] ?? kind,
    kind === 'owed' ? 'replaced' : null,
    name,
    CAPTURED[kind],
    kind === 'owed',
    owedAt,
    now,
  )
  if (kind === 'authorized')
    await to.sql(
      `update payments set capture_method = 'manual', status = 'authorized', authorized_minor = amount_minor,
         authorized_at = $2::timestamptz, capture_before = $2::timestamptz + interval '7 days' where id = $1`,
      paymentId,
      now,
    )
  if (kind === 'succeeded')
    await to.sql(
      `update sessions set status = 'complete', payment_status = 'paid', completed_at = $2, amount_captured_minor = 1990
       where id = $1`,
      sessionId,
      now,
    )
  return { sessionId, paymentId }
}

/** A refund of R$ 9,90 that the processor has not decided, and is not asked about within the year. */
export async function addPendingRefund(
  to: TenantsPlace,
  { sessionId, paymentId }: PaymentOfTest,
): Promise<string> {
  const now = to.context.clock()
  const id = newId('re', now, randomBytes)
  await to.sql(
    `insert into refunds (id, session_id, merchant_id, payment_id, status, amount_minor, currency, created_at, updated_at,
       next_inquiry_at)
     select $1, s.id, s.merchant_id, $2, 'pending', 990, 'BRL', $4::timestamptz, $4, $4::timestamptz + interval '1 year'
     from sessions s where s.id = $3`,
    id,
    paymentId,
    sessionId,
    now,
  )
  return id
}

/** An announced chargeback of R$ 19,90, to be answered within so many days; null: the processor does not say. */
export async function addDispute(
  to: TenantsPlace,
  { paymentId }: Pick<PaymentOfTest, 'paymentId'>,
  days: number | null = 12,
): Promise<string> {
  const now = to.context.clock()
  const id = newId('dp', now, randomBytes)
  await to.sql(
    `with made as (
       insert into disputes (id, merchant_id, session_id, payment_id, processor, processor_reference, stage, status, rank,
         amount_minor, currency, respond_by, opened_at, created_at, updated_at)
       select $1, merchant_id, session_id, id, processor, $1, 'chargeback', 'needs_response', 20, 1990, 'BRL',
         $3::timestamptz + $4 * interval '1 day', $3, $3, $3
       from payments where id = $2
     )
     insert into dispute_steps (dispute_id, kind, at, recorded_at) values ($1, 'notified', $3, $3)`,
    id,
    paymentId,
    now,
    days,
  )
  return id
}

/** A valid input for each dashboard action, except for dashboard actions on one's own account. */
export function inputOf(
  dashboardAction: Exclude<DashboardAction, OwnDashboardAction>,
  tenant: TenantOfTest,
): object {
  const { merchantId, keyId, eventId, userId, invitationId } = tenant
  switch (dashboardAction) {
    case 'key.issue':
      return { merchantId }
    case 'key.rotate':
      return { merchantId, keyId, overlapSeconds: 60 }
    case 'key.revoke':
      return { merchantId, keyId }
    case 'callback.set':
      return { merchantId, url: 'https://loja.example/other' }
    case 'secret.rotate':
    case 'callback.ping':
    case 'delivery.stopReplay':
      return { merchantId }
    case 'event.replay':
      return { merchantId, eventIds: [eventId] }
    case 'delivery.replayMatching':
      return { merchantId, filter: { state: 'undelivered' }, atMost: 1 }
    case 'merchant.create':
      return {
        // Null, since this is a dashboard action of the operator, which names no existing merchant.
        merchantId: null,
        name: 'Loja',
        currency: 'BRL',
        country: 'BR',
        callbackUrl: 'https://loja.example/hooks',
        returnOrigins: ['https://loja.example'],
        successUrl: 'https://loja.example/thanks',
        cancelUrl: null,
      }
    case 'merchant.change':
      return { merchantId, name: 'Outra loja', latePayments: 'accept', successUrl: null }
    case 'merchant.allow':
      return { merchantId, may: ['keys:issue'] }
    case 'origins.change':
      return { merchantId, returnOrigins: ['https://loja.example'] }
    case 'user.invite':
      return { merchantId, email: 'new@loja.example', role: 'support' }
    case 'invitation.withdraw':
      return { merchantId, invitationId }
    case 'user.role':
      return { merchantId, userId, role: 'finance' }
    case 'user.remove':
    case 'user.disable':
    case 'user.signOut':
    case 'user.recover':
      return { merchantId, userId }
    case 'refund.create':
      return { merchantId, ...tenant.paid, amount: 990, currency: 'BRL' }
    case 'session.cancel':
      return { merchantId, sessionId: tenant.openSessionId }
    case 'payment.capture':
      return { merchantId, ...tenant.held, amount: 1990, currency: 'BRL' }
    case 'payment.void':
      return { merchantId, ...tenant.held }
    case 'payment.inquire':
      return { merchantId, paymentId: tenant.unknown.paymentId }
    case 'payment.accept':
      return { merchantId, paymentId: tenant.mismatched.paymentId, ...TAKEN }
    case 'payment.refuse':
      return {
        merchantId,
        paymentId: tenant.mismatched.paymentId,
        ...TAKEN,
        reason: 'too little',
      }
    case 'refund.retry':
      return { merchantId, paymentId: tenant.owed.paymentId }
    case 'refund.paid':
      return {
        merchantId,
        paymentId: tenant.owed.paymentId,
        amount: CAPTURED.owed,
        currency: 'BRL',
        reason: 'bank transfer 4711',
      }
    case 'dispute.note':
      return {
        merchantId,
        disputeId: tenant.disputeId,
        note: 'proof of delivery',
        isAnswered: true,
      }
    case 'refund.settle':
      return {
        merchantId,
        refundId: tenant.refundId,
        as: 'succeeded',
        amount: 990,
        currency: 'BRL',
        reason: 'statement of 12 December',
      }
  }
}

/** A valid input for each dashboard action on one's own account. The person gets two passkeys that no authenticator has. */
export async function ownInputOf(
  to: TestDashboard,
  { browser, userId }: { browser: Browser; userId: string },
  dashboardAction: OwnDashboardAction,
): Promise<object> {
  const merchantId = null
  const name = 'Key of the safe'
  const [passkeyId] = [await addPasskey(to, userId), await addPasskey(to, userId)]
  switch (dashboardAction) {
    case 'passkey.add': {
      const begun = await browser.post('/api/me/passkeys/challenge')
      const { ceremonyId, options } = RegistrationCeremony.parse(begun.body)
      const registration = createAuthenticator(to.adminUrl).register(options)
      return { merchantId, ceremonyId, name, registration }
    }
    case 'passkey.rename':
      return { merchantId, passkeyId, name }
    case 'passkey.remove':
      return { merchantId, passkeyId }
    case 'recoveryCodes.renew':
      return { merchantId }
    case 'me.rename':
      return { merchantId, name: 'Ada King' }
  }
}

/** Adds a passkey that no authenticator has. */
async function addPasskey(to: TestDashboard, userId: string): Promise<string> {
  const id = randomBytes(32)
  await insertPasskey(to.context.database, {
    credentialId: id,
    userId,
    rpId: 'localhost',
    publicKey: randomBytes(32),
    counter: 0,
    transports: [],
    isBackedUp: false,
    aaguid: randomUUID(),
    name: 'Old phone',
    now: to.clock.now(),
  })
  return id.toString('base64url')
}

/** Does a dashboard action, by default without a signature and with a new idempotency key. */
export function perform(
  browser: Browser,
  dashboardAction: string,
  input: unknown,
  more: { signature?: unknown; key?: string } = {},
): Promise<Said> {
  const { key = randomUUID(), signature } = more
  return browser.post(
    `/api/dashboard-actions/${dashboardAction}`,
    { input, ...(signature !== undefined && { signature }) },
    { 'idempotency-key': key },
  )
}

/** Signs a dashboard action with a person's passkey. */
export async function signAction(
  { browser, authenticator }: { browser: Browser; authenticator: Authenticator },
  dashboardAction: DashboardAction,
  input: unknown,
  lie?: Lie,
): Promise<{ ceremonyId: string; assertion: unknown }> {
  const begun = await browser.post('/api/ceremonies', { dashboardAction, input })
  if (begun.status !== 200) throw new Error(begun.text)
  const { ceremonyId, options } = DashboardActionCeremony.parse(begun.body)
  return { ceremonyId, assertion: authenticator.sign(options, lie) }
}
