import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DashboardAction } from '#contract/dashboard/actions.ts'
import { People } from '#contract/dashboard/people.ts'
import { RegistrationCeremony } from '#contract/dashboard/passkeys.ts'
import type { Membership } from '#contract/dashboard/roles.ts'
import {
  addTenant,
  perform,
  signAction,
  type TenantOfTest,
} from '#proof/testing/dashboard/actions.ts'
import { createAuthenticator } from '#proof/testing/dashboard/authenticator.ts'
import type { Browser, Said } from '#proof/testing/dashboard/browser.ts'
import { openTestDashboard, type TestDashboard } from '#proof/testing/dashboard/open-dashboard.ts'
import {
  enterWithPasskey,
  registerPasskey,
  type PasskeyPerson,
} from '#proof/testing/dashboard/passkey-person.ts'
import { statement } from '#server/database/engine/database.ts'
import { disableUser } from '#server/service/people/disable-user.ts'
import { recoverUser } from '#server/service/people/recover-user.ts'

const ADMIN: Membership = { merchantId: null, role: 'admin' }

let production: TestDashboard
let admin: PasskeyPerson
let own: TenantOfTest
let other: TenantOfTest
beforeAll(async () => {
  production = await openTestDashboard('production')
  admin = await enterWithPasskey(production, ADMIN)
  own = await addTenant(production, 'Loja')
  other = await addTenant(production, 'Outra')
})
afterAll(() => production.close())

const outcome = ({ status, body }: Said) => [status, (body as { code?: string }).code]
const INVALID_LINK = [401, 'invalid_sign_in_link']
const trade = (browser: Browser, token: string) => browser.post('/api/sign-in/link', { token })

async function act(person: PasskeyPerson, name: DashboardAction, input: object): Promise<Said> {
  const first = await perform(person.browser, name, input)
  if (outcome(first)[1] !== 'signature_required') return first
  return perform(person.browser, name, input, {
    signature: await signAction(person, name, input),
  })
}

async function linkBy(person: PasskeyPerson, name: DashboardAction, input: object) {
  const said = await act(person, name, input)
  if (said.status !== 200) throw new Error(said.text)
  return (said.body as { url: string }).url.split('#')[1] ?? ''
}

async function peopleOf({ browser }: PasskeyPerson, merchantId: string | null) {
  const query = merchantId === null ? '' : `?merchant=${merchantId}`
  return People.parse((await browser.get(`/api/people${query}`)).body)
}

let made = 0
function newEmail(): string {
  made += 1
  return `made-${made}@pay.example`
}

type Place = 'operator' | 'merchant'
const PLACES = ['operator', 'merchant'] as const

/** A person with the right to make links, and the links that they made: an invitation to a role, and a colleague's recovery. */
async function makerAt(place: Place) {
  const merchantId = place === 'operator' ? null : own.merchantId
  const mighty: Membership = merchantId === null ? ADMIN : { merchantId, role: 'owner' }
  const less: Membership =
    merchantId === null ? { merchantId, role: 'viewer' } : { merchantId, role: 'finance' }
  const maker = await enterWithPasskey(production, mighty)
  const colleague = await enterWithPasskey(production, mighty)
  const invitation = await linkBy(maker, 'user.invite', {
    merchantId,
    email: newEmail(),
    role: mighty.role,
  })
  const input = { merchantId, userId: colleague.userId }
  const recovery = await linkBy(maker, 'user.recover', input)
  return { maker, merchantId, less: less.role, links: [invitation, recovery] }
}

/** A person's links that can still be used, and the sessions that their links opened. */
async function countMadeBy({ userId }: PasskeyPerson): Promise<number[]> {
  const [row] = await production.sql<{ links: number; sessions: number }>(
    `select (select count(*)::int from sign_in_links where maker_id = $1) as links,
       (select count(*)::int from dashboard_sessions where maker_id = $1) as sessions`,
    userId,
  )
  return [row?.links ?? -1, row?.sessions ?? -1]
}

type Maker = Awaited<ReturnType<typeof makerAt>>

/** The ways in which a person loses the right to make links. */
const LOSSES: Record<string, (maker: Maker) => Promise<unknown>> = {
  'is disabled': ({ maker: { userId }, merchantId }) =>
    act(admin, 'user.disable', { merchantId, userId }),
  'is disabled by the command line': ({ maker: { userId } }) =>
    disableUser(production.context, userId),
  'is removed': ({ maker: { userId }, merchantId }) =>
    act(admin, 'user.remove', { merchantId, userId }),
  'gets a lesser role': ({ maker: { userId }, merchantId, less }) =>
    act(admin, 'user.role', { merchantId, userId, role: less }),
  'lost the role in another way': ({ maker: { userId }, less }) =>
    production.sql('update memberships set role = $2 where user_id = $1', userId, less),
  'was disabled in another way': ({ maker: { userId } }) =>
    production.sql(
      `update users set status = 'disabled', disabled_at = now() where id = $1`,
      userId,
    ),
}
/** What is left of what a person made: what changes rights ends it, but for a way that is none of the product's. */
const leftOf = (loss: string, made: number[]) => (loss.endsWith('another way') ? made : [0, 0])
const CASES = PLACES.flatMap((place) => Object.keys(LOSSES).map((loss) => [place, loss] as const))

describe('S-132: what somebody gave by a link ends with their right', () => {
  it.each(CASES)('at the %s: a link, once its maker %s', async (place, loss) => {
    const of = await makerAt(place)
    await LOSSES[loss]?.(of)
    expect(await countMadeBy(of.maker)).toEqual(leftOf(loss, [2, 0]))
    for (const link of of.links)
      expect(outcome(await trade(production.browser(), link))).toEqual(INVALID_LINK)
  })

  it.each(CASES)('at the %s: a link that was opened, once its maker %s', async (place, loss) => {
    const of = await makerAt(place)
    const begun = []
    for (const link of of.links) {
      const browser = production.browser()
      expect((await trade(browser, link)).status).toBe(200)
      const said = await browser.post('/api/me/passkeys/challenge')
      begun.push({ browser, ...RegistrationCeremony.parse(said.body) })
    }
    await LOSSES[loss]?.(of)
    expect(await countMadeBy(of.maker)).toEqual(leftOf(loss, [0, 2]))
    for (const { browser, ceremonyId, options } of begun) {
      const registration = createAuthenticator(production.adminUrl).register(options)
      const answer = { ceremonyId, name: 'Laptop', registration }
      expect((await browser.post('/api/me/passkeys', answer)).status).toBe(401)
      expect(
        (await registerPasskey(browser, createAuthenticator(production.adminUrl))).status,
      ).toBe(401)
    }
  })

  it('except what they may still give', async () => {
    const { maker, links } = await makerAt('merchant')
    const email = newEmail()
    const [{ email: ownEmail } = { email: '' }] = await production.sql<{ email: string }>(
      'select email from users where id = $1',
      maker.userId,
    )
    const second = { merchantId: other.merchantId, email: ownEmail, role: 'owner' }
    await trade(maker.browser, await linkBy(admin, 'user.invite', second))
    const elsewhere = { merchantId: other.merchantId, email, role: 'owner' }
    const link = await linkBy(maker, 'user.invite', elsewhere)
    const removed = { merchantId: own.merchantId, userId: maker.userId }
    expect((await act(admin, 'user.remove', removed)).status).toBe(200)
    expect((await trade(production.browser(), link)).status).toBe(200)
    expect(outcome(await trade(production.browser(), links[0] ?? ''))).toEqual(INVALID_LINK)
  })

  it('and with no right that ended: a link of the command line, whoever is disabled', async () => {
    const { userId } = await enterWithPasskey(production, ADMIN)
    const { token } = await production.invite(ADMIN)
    await disableUser(production.context, userId)
    expect((await trade(production.browser(), token)).status).toBe(200)
  })

  it('a recovery, once its person works elsewhere, too', async () => {
    const { merchantId } = own
    const owner = await enterWithPasskey(production, { merchantId, role: 'owner' })
    const { userId } = await enterWithPasskey(production, { merchantId, role: 'finance' })
    const link = await linkBy(owner, 'user.recover', { merchantId, userId })
    await production.sql(
      `insert into memberships (user_id, merchant_id, role, granted_at) values ($1, $2, 'owner', now())`,
      userId,
      other.merchantId,
    )
    expect(outcome(await trade(production.browser(), link))).toEqual(INVALID_LINK)
  })
})

describe('S-132: a request that is under way when its person is disabled', () => {
  const requests: Record<string, (tenant: TenantOfTest) => [path: string, body: object]> = {
    'a dashboard action': ({ merchantId, keyId }) => [
      '/api/dashboard-actions/key.revoke',
      { input: { merchantId, keyId } },
    ],
    'showing a person': ({ paid }) => [`/api/timeline/${paid.sessionId}/person`, {}],
    'showing an event': ({ merchantId, eventId }) => [
      `/api/webhooks/${merchantId}/events/${eventId}/body`,
      {},
    ],
    'the challenge of an action': ({ merchantId, keyId }) => [
      '/api/ceremonies',
      { dashboardAction: 'key.revoke', input: { merchantId, keyId } },
    ],
    'the challenge of a passkey': () => ['/api/me/passkeys/challenge', {}],
  }

  it.each(Object.entries(requests))(
    'does nothing, if its body arrives later: %s',
    async (_, of) => {
      const { merchantId } = own
      const { userId, browser } = await enterWithPasskey(production, { merchantId, role: 'owner' })
      const [path, input] = of(own)
      const body = new TransformStream<Uint8Array, Uint8Array>()
      const writer = body.writable.getWriter()
      const init = {
        method: 'POST',
        body: body.readable,
        duplex: 'half',
        headers: {
          'content-type': 'application/json',
          'x-checkout': '1',
          'idempotency-key': 'slow',
          origin: production.adminUrl,
          cookie: browser.cookie() ?? '',
        },
      }
      const request = new Request(production.adminUrl + path, init)
      const asked = production.dashboard.fetch(request, { address: '198.51.100.9' })
      const bytes = new TextEncoder().encode(JSON.stringify(input))
      await writer.write(bytes.slice(0, 1))
      await disableUser(production.context, userId)
      await writer.write(bytes.slice(1))
      await writer.close()
      expect((await asked).status).toBe(401)
    },
  )

  it('does nothing, if it waits for another request of the same key', async () => {
    const { merchantId, keyId } = own
    const { userId, browser } = await enterWithPasskey(production, { merchantId, role: 'owner' })
    const key = 'the same'
    const asked = await production.context.database.transaction(async (tx) => {
      const taken = statement(
        'test: take a key',
        `insert into dashboard_acts (user_id, key_hash, act_digest, created_at) values ($1, sha256($2::bytea), '', now())`,
      )
      await tx.query(taken, [userId, key])
      const waits = perform(browser, 'key.revoke', { merchantId, keyId }, { key })
      await expect.poll(countWaiting, { timeout: 10_000 }).toBe(1)
      await production.sql('delete from dashboard_sessions where user_id = $1', userId)
      await tx.query(
        statement('test: give it back', 'delete from dashboard_acts where user_id = $1'),
        [userId],
      )
      return { waits }
    })
    expect(outcome(await asked.waits)).toEqual([401, 'not_signed_in'])
    expect(await isRevoked()).toBe(false)
  })

  const isRevoked = async () =>
    (
      await production.sql<{ at: Date | null }>(
        'select revoked_at as at from api_keys where id = $1',
        own.keyId,
      )
    )[0]?.at !== null

  const countWaiting = async () =>
    (
      await production.sql<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      )
    )[0]?.count
})

describe('the list of links', () => {
  it('says who made each, to the operator and to the merchant', async () => {
    const { merchantId } = own
    const owner = await enterWithPasskey(production, { merchantId, role: 'owner' })
    const works = await enterWithPasskey(production, { merchantId, role: 'finance' })
    const emails = [newEmail(), newEmail(), newEmail()] as const
    await linkBy(owner, 'user.invite', { merchantId, email: emails[0], role: 'support' })
    await linkBy(admin, 'user.invite', { merchantId, email: emails[1], role: 'support' })
    await production.invite({ merchantId, role: 'support' }, emails[2])
    await linkBy(owner, 'user.recover', { merchantId, userId: works.userId })
    const nameOf = async ({ userId }: PasskeyPerson) =>
      (await production.sql<{ email: string }>('select email from users where id = $1', userId))[0]
        ?.email
    const [ownerName, adminName] = [await nameOf(owner), await nameOf(admin)]
    const makersFor = async (person: PasskeyPerson) => {
      const { invitations } = await peopleOf(person, merchantId)
      return emails.map((email) => invitations.find((one) => one.email === email)?.madeBy)
    }
    expect(await makersFor(admin)).toEqual([ownerName, adminName, null])
    expect(await makersFor(owner)).toEqual([ownerName, null, null])
    for (const person of [admin, owner])
      expect((await peopleOf(person, merchantId)).recoveries).toContainEqual(
        expect.objectContaining({ userId: works.userId, madeBy: ownerName }),
      )
  })

  it.each(PLACES)('has recovery links of the %s, which can be withdrawn', async (place) => {
    const { merchantId, links } = await makerAt(place)
    const { recoveries } = await peopleOf(admin, merchantId)
    const newest = recoveries.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))[0]
    const withdrawn = { merchantId, invitationId: newest?.id ?? '' }
    const foreign = { ...withdrawn, merchantId: other.merchantId }
    expect(outcome(await act(admin, 'invitation.withdraw', foreign))).toEqual([404, 'not_found'])
    expect((await act(admin, 'invitation.withdraw', withdrawn)).status).toBe(200)
    expect(outcome(await trade(production.browser(), links[1] ?? ''))).toEqual(INVALID_LINK)
  })

  it('has the recovery links of the command line', async () => {
    const { userId } = await enterWithPasskey(production, ADMIN)
    const recovered = await recoverUser(production.context, userId)
    expect(recovered.outcome).toBe('done')
    expect((await peopleOf(admin, null)).recoveries).toContainEqual(
      expect.objectContaining({ userId, madeBy: null }),
    )
  })
})
