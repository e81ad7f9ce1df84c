import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DashboardAction } from '#contract/dashboard/actions.ts'
import { PEOPLE_ACTIONS } from '#contract/dashboard/actions/people.ts'
import { Me } from '#contract/dashboard/me.ts'
import { PEOPLE_PAGE, People } from '#contract/dashboard/people.ts'
import {
  MERCHANT_ROLES,
  OPERATOR_ROLES,
  type Membership,
  type MerchantRole,
} from '#contract/dashboard/roles.ts'
import {
  addPeople,
  addTenant,
  inputOf,
  perform,
  signAction,
  type TenantOfTest,
} from '#proof/testing/dashboard/actions.ts'
import type { Browser, Said } from '#proof/testing/dashboard/browser.ts'
import { eraseUsersWithoutAccess } from '#server/database/people/users.ts'
import { lockAuditEnd } from '#server/database/audit/audit-log.ts'
import { openTestDashboard, type TestDashboard } from '#proof/testing/dashboard/open-dashboard.ts'
import {
  enterWithPasskey,
  registerPasskey,
  signInWithPasskey,
  type PasskeyPerson,
} from '#proof/testing/dashboard/passkey-person.ts'
import { createAuthenticator } from '#proof/testing/dashboard/authenticator.ts'

const ADMIN: Membership = { merchantId: null, role: 'admin' }
const ACTIONS_ON_PEOPLE = Object.keys(PEOPLE_ACTIONS) as (keyof typeof PEOPLE_ACTIONS)[]

let production: TestDashboard
let admin: PasskeyPerson
let own: TenantOfTest
let other: TenantOfTest
let owner: PasskeyPerson
/** An owner of the other merchant. */
let stranger: PasskeyPerson
beforeAll(async () => {
  production = await openTestDashboard('production')
  admin = await enterWithPasskey(production, ADMIN)
  own = await addTenant(production)
  other = await addTenant(production)
  owner = await enterWithPasskey(production, at(own, 'owner'))
  stranger = await enterWithPasskey(production, at(other, 'owner'))
})
afterAll(() => production.close())

const at = ({ merchantId }: TenantOfTest, role: MerchantRole): Membership => ({ merchantId, role })
const outcome = ({ status, body }: Said) => [status, (body as { code?: string }).code]
const bytesOf = ({ status, text }: Said) => [status, text.replace(/req_\w+/, '')]

async function performSigned(
  person: PasskeyPerson,
  name: DashboardAction,
  input: object,
): Promise<Said> {
  const first = await perform(person.browser, name, input)
  if (outcome(first)[1] !== 'signature_required') return first
  const signature = await signAction(person, name, input)
  return perform(person.browser, name, input, { signature })
}

async function peopleOf({ browser }: Pick<PasskeyPerson, 'browser'>, merchantId: string | null) {
  const query = merchantId === null ? '' : `?merchant=${merchantId}`
  const said = await browser.get(`/api/people${query}`)
  if (said.status !== 200) throw new Error(said.text)
  return People.parse(said.body)
}

async function personIn(by: PasskeyPerson, merchantId: string | null, userId: string) {
  return (await peopleOf(by, merchantId)).items.find((person) => person.userId === userId)
}

async function inviteBy(by: PasskeyPerson, merchantId: string | null, email: string, role: string) {
  const said = await performSigned(by, 'user.invite', { merchantId, email, role })
  if (said.status !== 200) throw new Error(said.text)
  return tokenOf(said)
}

const tokenOf = ({ body }: Said) => (body as { url: string }).url.split('#')[1] ?? ''
const emailOf = async (userId: string) =>
  (await production.sql<{ email: string }>('select email from users where id = $1', userId))[0]
    ?.email ?? ''
const meOf = async (browser: Browser) => Me.parse((await browser.get('/api/me')).body)
const rolesOf = async (browser: Browser) =>
  (await meOf(browser)).memberships.map(({ role }) => role)
const trade = (browser: Browser, token: string) => browser.post('/api/sign-in/link', { token })

async function enterBy(token: string): Promise<PasskeyPerson> {
  const browser = production.browser()
  const traded = await trade(browser, token)
  if (traded.status !== 200) throw new Error(traded.text)
  const authenticator = createAuthenticator(production.adminUrl)
  await registerPasskey(browser, authenticator)
  return { browser, authenticator, userId: (await meOf(browser)).user.id, recoveryCodes: [] }
}

describe('an invitation', () => {
  it('lets somebody in, with its role and no other, at its merchant alone', async () => {
    const token = await inviteBy(owner, own.merchantId, 'dev@loja.example', 'developer')
    const invited = (await peopleOf(owner, own.merchantId)).invitations
    expect(invited).toContainEqual(
      expect.objectContaining({ email: 'dev@loja.example', role: 'developer' }),
    )
    const dev = await enterBy(token)
    expect(await rolesOf(dev.browser)).toEqual(['developer'])
    expect(await personIn(owner, own.merchantId, dev.userId)).toMatchObject({
      status: 'active',
      role: 'developer',
      passkeys: 1,
      isYou: false,
    })
    const left = (await peopleOf(owner, own.merchantId)).invitations
    expect(left.map(({ email }) => email)).not.toContain('dev@loja.example')
  })

  it('says nothing of somebody who works elsewhere: the same answer, list and link', async () => {
    const works = await enterWithPasskey(production, at(other, 'finance'))
    const email = await emailOf(works.userId)
    const of = async (address: string) => {
      const said = await performSigned(owner, 'user.invite', {
        merchantId: own.merchantId,
        email: address,
        role: 'support',
      })
      const row = (await peopleOf(owner, own.merchantId)).invitations.find(
        (one) => one.email === address.toLowerCase(),
      )
      const shape = said.text.replace(/#[^"]+/, '').replace(/\.\d{3}Z/, '')
      const { role } = row ?? {}
      return [said.status, shape, Object.keys(row ?? {}), role]
    }
    expect(await of(email.toUpperCase())).toEqual(await of('nobody-yet@loja.example'))
  })

  it('of the operator, to somebody whom it invited before, is taken by their passkey alone', async () => {
    const works = await enterWithPasskey(production, at(other, 'finance'))
    const token = await inviteBy(admin, own.merchantId, await emailOf(works.userId), 'support')
    for (const browser of [production.browser(), owner.browser])
      expect(outcome(await trade(browser, token))).toEqual([409, 'sign_in_to_join'])
    expect(await rolesOf(works.browser)).toEqual(['finance'])
    expect((await trade(works.browser, token)).status).toBe(200)
    expect(await rolesOf(works.browser)).toEqual(['finance', 'support'])
    expect(outcome(await trade(works.browser, token))).toEqual([401, 'invalid_sign_in_link'])
    expect(await rolesOf(owner.browser)).toEqual(['owner'])
  })

  it('gives whoever made it nothing that another merchant, or the operator, gave', async () => {
    const email = 'boss@pay.example'
    const ofOperator = await inviteBy(admin, null, email, 'admin')
    const ofMerchant = await inviteBy(owner, own.merchantId, email, 'support')
    const boss = production.browser()
    await trade(boss, ofOperator)
    expect(await rolesOf(boss)).toEqual(['admin'])
    // The owner opens the link that they made themselves, before the invited person has a passkey.
    const thief = production.browser()
    await trade(thief, ofMerchant)
    expect(await rolesOf(thief)).toEqual(['support'])
    await registerPasskey(thief, createAuthenticator(production.adminUrl))
    expect(await rolesOf(boss)).toEqual(['admin'])
    const again = await enterBy(await inviteBy(admin, null, email, 'admin'))
    expect(await rolesOf(again.browser)).toEqual(['admin'])
    expect(await rolesOf(thief)).toEqual(['support'])
  })

  describe('S-139: to an address that a merchant has typed and nobody has proven', () => {
    let made = 0
    /** An account of the merchant, with a passkey of whoever made the invitation. */
    async function taken(role = 'support') {
      made += 1
      const email = `ceo-${made}@operator.example`
      const held = await enterBy(await inviteBy(owner, own.merchantId, email, role))
      return { email, held }
    }

    it.each([
      ['the operator', () => inviteBy.bind(undefined, admin, null), 'admin'],
      [
        'the operator, to a merchant',
        () => inviteBy.bind(undefined, admin, other.merchantId),
        'owner',
      ],
      ['another merchant', () => inviteBy.bind(undefined, stranger, other.merchantId), 'owner'],
    ] as const)('leads to another account: %s', async (_, inviting, role) => {
      const { email, held } = await taken()
      const token = await inviting()(email.toUpperCase(), role)
      expect(outcome(await trade(held.browser, token))[0]).toBe(200)
      expect((await meOf(held.browser)).user.id).not.toBe(held.userId)
      await signInWithPasskey(held.browser, held.authenticator)
      expect(await rolesOf(held.browser)).toEqual(['support'])
    })

    it('is opened by whom the operator gave it', async () => {
      const { email, held } = await taken('owner')
      const ceo = await enterBy(await inviteBy(admin, null, email, 'admin'))
      expect(ceo.userId).not.toBe(held.userId)
      expect(await rolesOf(ceo.browser)).toEqual(['admin'])
      expect(await rolesOf(held.browser)).toEqual(['owner'])
      const more = await inviteBy(admin, other.merchantId, email, 'finance')
      expect(outcome(await trade(held.browser, more))).toEqual([409, 'sign_in_to_join'])
      expect((await trade(ceo.browser, more)).status).toBe(200)
      expect(await rolesOf(ceo.browser)).toEqual(['admin', 'finance'])
    })

    it('is refused where somebody works under it, whoever made the account', async () => {
      const { email } = await taken()
      const works = await enterWithPasskey(production, at(own, 'finance'))
      for (const [by, address] of [
        [admin, email],
        [owner, email],
        [owner, await emailOf(works.userId)],
        [admin, await emailOf(works.userId)],
      ] as const) {
        const input = { merchantId: own.merchantId, email: address, role: 'support' }
        expect(outcome(await performSigned(by, 'user.invite', input))).toEqual([
          409,
          'already_here',
        ])
      }
    })

    it('tells its maker nothing of who has an account, when they open the link themselves', async () => {
      const admins = await enterWithPasskey(production, ADMIN)
      const works = await enterWithPasskey(production, at(other, 'finance'))
      const { held } = await (async () => {
        const email = 'works-there@loja.example'
        return { held: await enterBy(await inviteBy(stranger, other.merchantId, email, 'finance')) }
      })()
      const addresses = [
        ...(await Promise.all([admins, works].map(({ userId }) => emailOf(userId)))),
        (await meOf(held.browser)).user.email,
        'has-none@loja.example',
      ]
      const answers = []
      for (const email of addresses) {
        const token = await inviteBy(owner, own.merchantId, email, 'support')
        const browser = production.browser()
        const { status } = await trade(browser, token)
        const { user, memberships, session } = await meOf(browser)
        answers.push({ status, name: user.name, roles: memberships, how: session.how })
      }
      for (const answer of answers) expect(answer).toEqual(answers[0])
      expect(answers[0]).toMatchObject({ status: 200, how: 'link' })
    })

    it('of two at once makes one account', async () => {
      const email = 'at-once@loja.example'
      const input = { merchantId: own.merchantId, email, role: 'support' }
      const signatures = []
      for (let turn = 0; turn < 4; turn++)
        signatures.push(await signAction(owner, 'user.invite', input))
      const said = await Promise.all(
        signatures.map((signature) => perform(owner.browser, 'user.invite', input, { signature })),
      )
      expect(said.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      const { invitations } = await peopleOf(owner, own.merchantId)
      expect(invitations.filter((one) => one.email === email)).toHaveLength(1)
    })

    it('is shown to colleagues, and erased after its person was disabled', async () => {
      const { email, held } = await taken()
      const { merchantId } = own
      expect(await personIn(owner, merchantId, held.userId)).toMatchObject({ email })
      const input = { merchantId, userId: held.userId }
      expect((await performSigned(owner, 'user.disable', input)).status).toBe(200)
      const addresses = () =>
        production.sql('select email from merchant_accounts where user_id = $1', held.userId)
      const { database, clock } = production.context
      const now = clock()
      const eraseBefore = (before: Date) => eraseUsersWithoutAccess(database, { before, now })
      await eraseBefore(new Date(now.getTime() - 3_600_000))
      expect(await addresses()).toEqual([{ email }])
      await eraseBefore(new Date(now.getTime() + 1))
      expect(await addresses()).toEqual([{ email: null }])
    })
  })

  it('ends a way back that somebody else holds', async () => {
    const works = await enterWithPasskey(production, at(own, 'finance'))
    const { merchantId } = own
    const recovery = tokenOf(
      await performSigned(owner, 'user.recover', { merchantId, userId: works.userId }),
    )
    const email = await emailOf(works.userId)
    await trade(works.browser, await inviteBy(admin, other.merchantId, email, 'finance'))
    expect(outcome(await trade(production.browser(), recovery))).toEqual([
      401,
      'invalid_sign_in_link',
    ])
  })

  it('ends a way back that somebody else has begun, which registers no passkey any more', async () => {
    const { merchantId } = own
    const works = await enterWithPasskey(production, at(own, 'finance'))
    const recovery = tokenOf(
      await performSigned(owner, 'user.recover', { merchantId, userId: works.userId }),
    )
    const thief = production.browser()
    expect((await trade(thief, recovery)).status).toBe(200)
    const [joining, colleague] = [works.browser, production.browser()]
    for (const browser of [joining, colleague])
      await signInWithPasskey(browser, works.authenticator)
    const token = await inviteBy(admin, null, await emailOf(works.userId), 'admin')
    expect((await trade(joining, token)).status).toBe(200)
    const taken = await registerPasskey(thief, createAuthenticator(production.adminUrl))
    expect(taken.status).toBe(401)
    expect((await thief.post('/api/me/passkeys/challenge')).status).toBe(401)
    // The person's own sessions by passkey stay.
    for (const browser of [joining, colleague])
      expect(await rolesOf(browser)).toEqual(['finance', 'admin'])
  })

  it('is not taken in a session whose passkey a way back has replaced', async () => {
    const { merchantId } = own
    const works = await enterWithPasskey(production, at(own, 'finance'))
    const recovery = tokenOf(
      await performSigned(owner, 'user.recover', { merchantId, userId: works.userId }),
    )
    const thief = production.browser()
    await trade(thief, recovery)
    await signInWithPasskey(works.browser, works.authenticator)
    const token = await inviteBy(admin, null, await emailOf(works.userId), 'admin')
    await registerPasskey(thief, createAuthenticator(production.adminUrl))
    expect(outcome(await trade(works.browser, token))).toEqual([409, 'sign_in_to_join'])
    expect((await works.browser.get('/api/me')).status).toBe(401)
    expect(await rolesOf(thief)).toEqual(['finance'])
  })

  it('again ends the one before; withdrawn, it is dead', async () => {
    const { merchantId } = own
    const email = 'twice@loja.example'
    const before = await inviteBy(owner, merchantId, email, 'finance')
    const after = await inviteBy(owner, merchantId, email, 'support')
    expect(outcome(await trade(production.browser(), before))[0]).toBe(401)
    const { invitations } = await peopleOf(owner, merchantId)
    const found = invitations.filter((one) => one.email === email)
    expect(found.map(({ role }) => role)).toEqual(['support'])
    const withdrawn = { merchantId, invitationId: found[0]?.id ?? '' }
    expect((await performSigned(owner, 'invitation.withdraw', withdrawn)).status).toBe(200)
    expect(outcome(await performSigned(owner, 'invitation.withdraw', withdrawn))).toEqual([
      404,
      'not_found',
    ])
    expect(outcome(await trade(production.browser(), after))[0]).toBe(401)
  })

  it('again, after its link was opened, takes back the role and the session of that link', async () => {
    const email = 'twice@pay.example'
    const before = production.browser()
    await trade(before, await inviteBy(admin, null, email, 'admin'))
    expect(await rolesOf(before)).toEqual(['admin'])
    const after = await inviteBy(admin, null, email, 'viewer')
    const late = await registerPasskey(before, createAuthenticator(production.adminUrl))
    expect(late.status).toBe(401)
    const { items: people, invitations } = await peopleOf(admin, null)
    expect(people.filter((one) => one.email === email)).toEqual([])
    expect(invitations.filter((one) => one.email === email)).toHaveLength(1)
    expect(await rolesOf((await enterBy(after)).browser)).toEqual(['viewer'])
  })

  it('again to another place leaves the role and the session of the link before', async () => {
    const email = 'two-places@pay.example'
    const before = production.browser()
    await trade(before, await inviteBy(owner, own.merchantId, email, 'support'))
    await inviteBy(admin, other.merchantId, email, 'owner')
    expect(await rolesOf(before)).toEqual(['support'])
  })

  /** An active person whom another merchant invites, before their own merchant's owner acts on them. */
  async function invitedElsewhere(name: DashboardAction) {
    const person = await enterWithPasskey(production, at(own, 'developer'))
    const { userId } = person
    const token = await inviteBy(admin, other.merchantId, await emailOf(userId), 'finance')
    const { merchantId } = own
    const recovery = tokenOf(await performSigned(owner, 'user.recover', { merchantId, userId }))
    expect((await performSigned(owner, name, { merchantId, userId })).status).toBe(200)
    expect(outcome(await trade(production.browser(), recovery))[0]).toBe(401)
    return { ...person, token }
  }

  it("outlives a sign-out by another merchant's owner", async () => {
    const { browser, authenticator, token } = await invitedElsewhere('user.signOut')
    await signInWithPasskey(browser, authenticator)
    expect((await trade(browser, token)).status).toBe(200)
    expect(await rolesOf(browser)).toEqual(['developer', 'finance'])
  })

  it.each(['user.remove', 'user.disable'] as const)(
    'outlives the end of the access that another merchant gave; the person begins anew: %s',
    async (name) => {
      const { userId, authenticator, token } = await invitedElsewhere(name)
      const again = await enterBy(token)
      expect(again.userId).toBe(userId)
      expect(await rolesOf(again.browser)).toEqual(['finance'])
      const gone = await signInWithPasskey(production.browser(), authenticator)
      expect(outcome(gone)).toEqual([401, 'invalid_passkey'])
    },
  )

  it.each(['user.signOut', 'user.disable'] as const)(
    'ends with what the operator does to the person: %s',
    async (name) => {
      const { userId } = await enterWithPasskey(production, at(own, 'developer'))
      const token = await inviteBy(admin, other.merchantId, await emailOf(userId), 'finance')
      expect(
        (await performSigned(admin, name, { merchantId: own.merchantId, userId })).status,
      ).toBe(200)
      expect(outcome(await trade(production.browser(), token))[0]).toBe(401)
    },
  )

  it('is not made for somebody who works here, or to a role that is not of this place', async () => {
    const { merchantId } = own
    const email = await emailOf(owner.userId)
    const again = { merchantId, email, role: 'support' }
    expect(outcome(await performSigned(owner, 'user.invite', again))).toEqual([409, 'already_here'])
    for (const role of ['admin', 'viewer']) {
      const input = { merchantId, email: 'x@loja.example', role }
      expect(outcome(await performSigned(owner, 'user.invite', input))).toEqual([
        422,
        'invalid_request',
      ])
    }
    const operators = { merchantId: null, email: 'x@pay.example', role: 'owner' }
    expect(outcome(await performSigned(admin, 'user.invite', operators))).toEqual([
      422,
      'invalid_request',
    ])
  })
})

describe('a role', () => {
  it('that is changed ends the sessions at once, and holds at the next', async () => {
    const person = await enterWithPasskey(production, at(own, 'developer'))
    const input = { merchantId: own.merchantId, userId: person.userId, role: 'support' }
    expect((await performSigned(owner, 'user.role', input)).body).toEqual({ endedSessions: 1 })
    expect((await person.browser.get('/api/me')).status).toBe(401)
    await signInWithPasskey(person.browser, person.authenticator)
    expect(await rolesOf(person.browser)).toEqual(['support'])
  })

  it('that is taken away leaves those elsewhere', async () => {
    const person = await enterWithPasskey(production, at(own, 'developer'))
    const email = await emailOf(person.userId)
    await trade(person.browser, await inviteBy(admin, other.merchantId, email, 'owner'))
    const { merchantId } = own
    const input = { merchantId, userId: person.userId }
    for (const name of ['user.recover', 'user.disable', 'user.signOut'] as const)
      expect(outcome(await performSigned(owner, name, input))).toEqual([409, 'works_elsewhere'])
    expect((await performSigned(owner, 'user.remove', input)).status).toBe(200)
    expect(outcome(await performSigned(owner, 'user.remove', input))).toEqual([404, 'not_found'])
    expect(await rolesOf(person.browser)).toEqual(['owner'])
    expect((await signInWithPasskey(person.browser, person.authenticator)).status).toBe(200)
    expect(await rolesOf(person.browser)).toEqual(['owner'])
  })

  it('S-141: that is changed signs nobody out who works elsewhere, and holds at once', async () => {
    const person = await enterWithPasskey(production, at(own, 'developer'))
    const email = await emailOf(person.userId)
    await trade(person.browser, await inviteBy(admin, other.merchantId, email, 'owner'))
    const input = { merchantId: own.merchantId, userId: person.userId }
    for (const by of [owner, admin]) {
      const role = by === owner ? 'support' : 'finance'
      const changed = await performSigned(by, 'user.role', { ...input, role })
      expect(changed.body).toEqual({ endedSessions: 0 })
      expect((await rolesOf(person.browser)).toSorted()).toEqual([role, 'owner'].toSorted())
    }
    expect((await performSigned(admin, 'user.signOut', input)).body).toEqual({ endedSessions: 1 })
    expect((await person.browser.get('/api/me')).status).toBe(401)
  })

  it('that was the only one takes the way in with it; invited again, they begin anew', async () => {
    const person = await enterWithPasskey(production, at(own, 'developer'))
    const email = await emailOf(person.userId)
    const input = { merchantId: own.merchantId, userId: person.userId }
    expect((await performSigned(owner, 'user.remove', input)).status).toBe(200)
    const back = await signInWithPasskey(person.browser, person.authenticator)
    expect(outcome(back)).toEqual([401, 'invalid_passkey'])
    const again = await enterBy(await inviteBy(owner, own.merchantId, email, 'finance'))
    expect(await rolesOf(again.browser)).toEqual(['finance'])
  })

  it('of a disabled person is gone, and so is their way in', async () => {
    const person = await enterWithPasskey(production, at(own, 'support'))
    const input = { merchantId: own.merchantId, userId: person.userId }
    expect((await performSigned(owner, 'user.disable', input)).body).toEqual({ endedSessions: 1 })
    expect(await personIn(owner, own.merchantId, person.userId)).toBeUndefined()
    for (const name of ['user.disable', 'user.role', 'user.recover'] as const)
      expect(
        outcome(await performSigned(owner, name, inputOf(name, { ...own, ...input }))),
      ).toEqual([404, 'not_found'])
  })
})

describe('the last one', () => {
  let sandbox: TestDashboard
  beforeAll(async () => {
    sandbox = await openTestDashboard()
  })
  afterAll(() => sandbox.close())

  // The sandbox asks for no signatures, which would be checked one after the other.
  async function enterSandbox(membership: Membership) {
    const { userId, token } = await sandbox.invite(membership)
    const browser = sandbox.browser()
    await trade(browser, token)
    return { userId, browser }
  }

  const countWaiting = async () =>
    (
      await sandbox.sql<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      )
    )[0]?.count

  /**
   * Dashboard actions on a person and on their colleague at once, as that person; returns who of the role is left, and both
   * statuses.
   */
  async function both(name: DashboardAction, membership: Membership, role: string) {
    const { merchantId } = membership
    const [one, two] = [await enterSandbox(membership), await enterSandbox(membership)]
    const input = (userId: string) => ({
      merchantId,
      userId,
      ...(name === 'user.role' && { role }),
    })
    // Each dashboard action ends by writing its row of the audit log: while this locks the log's end, both dashboard actions are
    // under way.
    const said = await sandbox.context.database.transaction(async (tx) => {
      await lockAuditEnd(tx)
      const actions = [one, two].map(({ userId }) => perform(one.browser, name, input(userId)))
      await expect.poll(countWaiting, { timeout: 10_000 }).toBe(2)
      return { actions }
    })
    const statuses = (await Promise.all(said.actions)).map(({ status }) => status)
    const left = await sandbox.sql(
      `select u.id from memberships m join users u on u.id = m.user_id
       where m.role = $1 and m.merchant_id is not distinct from $2 and u.status = 'active'`,
      membership.role,
      merchantId,
    )
    return { left, statuses: statuses.toSorted((a, b) => a - b) }
  }

  it.each(['user.role', 'user.remove', 'user.disable'] as const)(
    'admin stays, of two at once, too: %s',
    async (name) => {
      await sandbox.sql(`update users set status = 'disabled', disabled_at = now()`)
      const { left, statuses } = await both(name, ADMIN, 'viewer')
      expect(left).toHaveLength(1)
      expect(statuses).toEqual([200, 409])
    },
  )

  it.each(['user.role', 'user.remove', 'user.disable'] as const)(
    'owner of a merchant stays, of two at once, too: %s',
    async (name) => {
      const tenant = await addTenant(sandbox)
      const { left, statuses } = await both(name, at(tenant, 'owner'), 'support')
      expect(left).toHaveLength(1)
      expect(statuses).toEqual([200, 409])
    },
  )

  it('admin is refused by name', async () => {
    await sandbox.sql(`update users set status = 'disabled', disabled_at = now()`)
    const { userId, browser } = await enterSandbox(ADMIN)
    for (const name of ['user.remove', 'user.disable'] as const) {
      const said = await perform(browser, name, { merchantId: null, userId })
      expect(outcome(said)).toEqual([409, 'last_admin'])
    }
    const role = { merchantId: null, userId, role: 'viewer' }
    expect(outcome(await perform(browser, 'user.role', role))).toEqual([409, 'last_admin'])
  })

  it('owner is refused by name, and may be made an owner again', async () => {
    const tenant = await addTenant(production)
    const alone = await enterWithPasskey(production, at(tenant, 'owner'))
    for (const name of ['user.role', 'user.remove', 'user.disable'] as const) {
      const input = inputOf(name, { ...tenant, userId: alone.userId })
      expect(outcome(await performSigned(alone, name, input))).toEqual([409, 'last_owner'])
    }
    const same = { merchantId: tenant.merchantId, userId: alone.userId, role: 'owner' }
    expect((await performSigned(alone, 'user.role', same)).status).toBe(200)
  })

  it('owner may be disabled by the operator, who can invite another', async () => {
    const tenant = await addTenant(production)
    const { userId } = await enterWithPasskey(production, at(tenant, 'owner'))
    const input = { merchantId: tenant.merchantId, userId }
    expect(outcome(await performSigned(admin, 'user.remove', input))).toEqual([409, 'last_owner'])
    expect((await performSigned(admin, 'user.disable', input)).status).toBe(200)
  })
})

describe('somebody elsewhere', () => {
  it.each(ACTIONS_ON_PEOPLE.filter((name) => name !== 'user.invite'))(
    'is as nobody, to the byte: %s',
    async (name) => {
      const operators = await addPeople(production, null)
      const nobody = {
        userId: 'usr_0Tq4mFhZ7Rk2vXw9sLd3Ye',
        invitationId: '8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e',
      }
      const none = await performSigned(owner, name, inputOf(name, { ...own, ...nobody }))
      expect(outcome(none)).toEqual([404, 'not_found'])
      for (const { userId, invitationId } of [other, operators]) {
        const said = await performSigned(
          owner,
          name,
          inputOf(name, { ...own, userId, invitationId }),
        )
        expect(bytesOf(said)).toEqual(bytesOf(none))
      }
      const ofMerchant = { ...own, merchantId: null } as unknown as TenantOfTest
      const operator = await performSigned(admin, name, inputOf(name, ofMerchant))
      expect(outcome(operator)).toEqual([404, 'not_found'])
    },
  )

  it.each(ACTIONS_ON_PEOPLE)("among the operator's people: for admins alone: %s", async (name) => {
    const people = await addPeople(production, null)
    const input = {
      ...inputOf(name, { ...own, ...people }),
      merchantId: null,
      ...((name === 'user.invite' || name === 'user.role') && { role: 'finance' }),
    }
    for (const role of OPERATOR_ROLES.filter((one) => one !== 'admin')) {
      const person = await enterWithPasskey(production, { merchantId: null, role })
      expect(outcome(await performSigned(person, name, input))).toEqual([403, 'forbidden'])
    }
    for (const role of MERCHANT_ROLES) {
      const person = await enterWithPasskey(production, at(own, role))
      expect(outcome(await performSigned(person, name, input))).toEqual([404, 'not_found'])
    }
    expect((await performSigned(admin, name, input)).status).toBe(200)
  })
})

describe('the list of people', () => {
  it("is of one's own merchant, and of the operator for admins", async () => {
    const list = (browser: Browser, merchantId?: string) =>
      browser.get(`/api/people${merchantId === undefined ? '' : `?merchant=${merchantId}`}`)
    const nothing = await list(owner.browser, '8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e')
    expect(outcome(nothing)).toEqual([404, 'not_found'])
    for (const merchantId of [other.merchantId, undefined])
      expect(bytesOf(await list(owner.browser, merchantId))).toEqual(bytesOf(nothing))
    expect(outcome(await list(admin.browser, '8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e'))).toEqual([
      404,
      'not_found',
    ])
    for (const role of ['developer', 'support', 'finance'] as const) {
      const { browser } = await enterWithPasskey(production, at(own, role))
      expect(outcome(await list(browser, own.merchantId))).toEqual([403, 'forbidden'])
    }
    expect(outcome(await list(owner.browser, 'x'))).toEqual([422, 'invalid_request'])
    const { roles } = await peopleOf(owner, own.merchantId)
    expect(roles.map(({ role }) => role)).toEqual([...MERCHANT_ROLES])
    expect(roles[0]?.may).toMatchObject({ 'people:manage': 'all', 'keys:issue': 'where_allowed' })
    const operator = await peopleOf(admin, null)
    expect(operator.roles.map(({ role }) => role)).toEqual([...OPERATOR_ROLES])
    expect(operator.items.map(({ isYou }) => isYou)).toContain(true)
  })

  it('shows for a week who came back without their passkey', async () => {
    const lost = await enterWithPasskey(production, at(own, 'support'))
    const browser = production.browser()
    await browser.post('/api/sign-in/recovery', { code: lost.recoveryCodes[0] })
    const { merchantId } = own
    const { recoveredAt } = (await personIn(owner, merchantId, lost.userId)) ?? {}
    expect(Date.parse(recoveredAt ?? '')).toBeGreaterThan(0)
    await production.sql(
      `update users set recovered_at = recovered_at - interval '7 days' where id = $1`,
      lost.userId,
    )
    expect(await personIn(owner, merchantId, lost.userId)).toMatchObject({ recoveredAt: null })
  })

  it('comes in pages', async () => {
    const tenant = await addTenant(production)
    await production.sql(
      `with made as (
         insert into users (id, handle, email, status, created_at)
         select 'usr_00000000000000000' || lpad(n::text, 5, '0'), sha256(n::text::bytea), n || '@many.example', 'active', now()
         from generate_series(1, ${PEOPLE_PAGE + 5}) n returning id)
       insert into memberships (user_id, merchant_id, role, granted_at) select id, $1, 'support', now() from made`,
      tenant.merchantId,
    )
    const first = await peopleOf(admin, tenant.merchantId)
    expect([first.items.length, first.hasMore]).toEqual([PEOPLE_PAGE, true])
    const after = first.items.at(-1)?.userId
    const said = await admin.browser.get(`/api/people?merchant=${tenant.merchantId}&after=${after}`)
    const second = People.parse(said.body)
    expect([second.items.length, second.hasMore, second.invitations]).toEqual([6, false, []])
  })
})
