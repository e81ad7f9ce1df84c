import { randomUUID } from 'node:crypto'
import { ActCeremony, type ActName } from '../../../contract/dashboard/acts.ts'
import { replayMatching } from '../../../server/dashboard/deliveries/replay-matching.ts'
import { createMerchant } from '../../../server/operator/create-merchant.ts'
import { issueKey, keyOfMerchant } from '../../../server/operator/issue-key.ts'
import { insertTestEvent } from '../notification-records.ts'
import type { Membership } from '../../../contract/dashboard/roles.ts'
import type { Lie } from './authenticator.ts'
import type { Browser, Said } from './browser.ts'
import type { TestDashboard } from './open-dashboard.ts'
import type { PasskeyPerson } from './passkey-person.ts'

/** A merchant with a key, an event that was given up, somebody who works there, and somebody who is invited. */
export interface TenantOfTest {
  merchantId: string
  keyId: string
  eventId: string
  userId: string
  invitationId: string
}

export async function addTenant(to: TestDashboard): Promise<TenantOfTest> {
  const { context } = to
  const { merchantId } = await createMerchant(context, {
    name: 'Loja',
    currency: 'BRL',
    country: 'BR',
    callbackUrl: 'https://loja.example/hooks',
    returnOrigins: [],
    successUrl: null,
    cancelUrl: null,
  })
  const { keyId } = await issueKey(context, keyOfMerchant(context.environment, merchantId))
  const eventId = await addGivenUpEvent(to, merchantId)
  return { merchantId, keyId, eventId, ...(await addPeople(to, merchantId)) }
}

/** An event of the merchant that its receiver answered with 500 until it was given up. */
export async function addGivenUpEvent(to: TestDashboard, merchantId: string): Promise<string> {
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

/** Makes what an act needs beside a tenant. */
export async function prepareAct(
  { context }: TestDashboard,
  act: ActName,
  { merchantId }: TenantOfTest,
): Promise<void> {
  if (act !== 'delivery.stopReplay') return
  const filter = { state: 'undelivered' } as const
  await replayMatching(context, { merchantId, filter, dryRun: false, perSecond: 1 })
}

/** Somebody who works at a merchant, and somebody who is invited there. */
export async function addPeople(
  to: TestDashboard,
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

/** An input that each act takes. */
export function inputOf(
  act: ActName,
  { merchantId, keyId, eventId, userId, invitationId }: TenantOfTest,
): object {
  switch (act) {
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
        // Of the operator: who is asked about a merchant names none.
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
  }
}

/** Does an act without a signature. */
export function perform(
  browser: Browser,
  act: string,
  input: unknown,
  more: { signature?: unknown; key?: string } = {},
): Promise<Said> {
  const { key = randomUUID(), signature } = more
  return browser.post(
    `/api/acts/${act}`,
    { input, ...(signature !== undefined && { signature }) },
    { 'idempotency-key': key },
  )
}

/** Signs an act with a person's passkey. */
export async function signAct(
  { browser, authenticator }: Pick<PasskeyPerson, 'browser' | 'authenticator'>,
  act: ActName,
  input: unknown,
  lie?: Lie,
): Promise<{ ceremonyId: string; assertion: unknown }> {
  const begun = await browser.post('/api/ceremonies', { act, input })
  if (begun.status !== 200) throw new Error(begun.text)
  const { ceremonyId, options } = ActCeremony.parse(begun.body)
  return { ceremonyId, assertion: authenticator.sign(options, lie) }
}
