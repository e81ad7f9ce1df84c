import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DASHBOARD_ACTIONS } from '#contract/dashboard/actions.ts'
import { Me } from '#contract/dashboard/me.ts'
import {
  RegisteredPasskey,
  RegistrationCeremony,
  SignInCeremony,
} from '#contract/dashboard/passkeys.ts'
import { disableUser } from '#server/service/people/disable-user.ts'
import { perform, signAction } from '#proof/testing/dashboard/actions.ts'
import { createAuthenticator, type Lie } from '#proof/testing/dashboard/authenticator.ts'
import { createBrowser, type Browser, type Said } from '#proof/testing/dashboard/browser.ts'
import { openTestDashboard, type TestDashboard } from '#proof/testing/dashboard/open-dashboard.ts'
import {
  addPasskey,
  enterWithPasskey,
  passkeysOf,
  registerPasskey,
  signInWithPasskey,
} from '#proof/testing/dashboard/passkey-person.ts'

const MINUTE_MS = 60_000

let production: TestDashboard
let sandbox: TestDashboard
beforeAll(async () => {
  production = await openTestDashboard('production')
  sandbox = await openTestDashboard()
})
afterAll(async () => {
  await production.close()
  await sandbox.close()
})

const outcome = ({ status, body }: Said) => [status, (body as { code?: string }).code]
const sessionOf = async (browser: Browser) => Me.parse((await browser.get('/api/me')).body).session

async function tradeLink(to = production): Promise<{ userId: string; browser: Browser }> {
  const { userId, token } = await to.invite({ merchantId: null, role: 'viewer' })
  const browser = to.browser()
  await browser.post('/api/sign-in/link', { token })
  return { userId, browser }
}

describe('registering a passkey', () => {
  it('opens the dashboard with a new session, and gives ten recovery codes once', async () => {
    const { userId, browser } = await tradeLink()
    const before = browser.cookie()
    const authenticator = createAuthenticator(production.adminUrl)
    const said = await registerPasskey(browser, authenticator)
    const { me, recoveryCodes } = RegisteredPasskey.parse(said.body)
    expect(me.session).toMatchObject({ how: 'passkey', opensDashboard: true })
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(browser.cookie()).not.toBe(before)
    expect((await browser.get('/api/me/sessions')).status).toBe(200)
    const [user] = await production.sql('select status from users where id = $1', userId)
    expect(user).toEqual({ status: 'active' })
    const old = production.browser()
    old.setCookie(before)
    expect((await old.get('/api/me')).status).toBe(401)

    const added = createAuthenticator(production.adminUrl)
    const second = await addPasskey({ browser, authenticator }, added)
    expect([second.status, second.body]).toEqual([200, { recoveryCodes: null }])
    expect(browser.cookie()).toBeDefined()
    const own = await passkeysOf(browser)
    expect(own.passkeys.map(({ id }) => id)[0]).toBe(authenticator.credentialId)
    expect(own).toMatchObject({ passkeys: [{ name: 'Laptop' }, {}], recoveryCodesLeft: 10 })
  })

  it('asks for what the browser needs, and for no authenticator twice', async () => {
    const { userId, browser, authenticator } = await enterWithPasskey(sandbox)
    const { options } = RegistrationCeremony.parse(
      (await browser.post('/api/me/passkeys/challenge')).body,
    )
    const [user] = await sandbox.sql<{ handle: Buffer; email: string }>(
      'select handle, email from users where id = $1',
      userId,
    )
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Hosted Checkout · SANDBOX' },
      user: { id: user?.handle.toString('base64url'), name: user?.email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: authenticator.credentialId }],
    })
  })

  it.each<[string, Lie]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another host', { rpId: 'evil.example' }],
    ['another challenge', { challenge: 'AAAA' }],
    ['nobody verified', { unverified: true }],
    ['a signature in place of a registration', { type: 'webauthn.get' }],
  ])('refuses %s', async (_, lie) => {
    const { browser } = await tradeLink()
    const said = await registerPasskey(browser, createAuthenticator(production.adminUrl), lie)
    expect(outcome(said)).toEqual([401, 'invalid_passkey'])
    expect((await passkeysOf(browser)).passkeys).toEqual([])
    expect((await sessionOf(browser)).opensDashboard).toBe(false)
  })

  it('answers a challenge once, within two minutes, in its own session', async () => {
    const { browser } = await tradeLink()
    const authenticator = createAuthenticator(production.adminUrl)
    const begin = async (by: Browser) =>
      RegistrationCeremony.parse((await by.post('/api/me/passkeys/challenge')).body)
    const finish = (by: Browser, { ceremonyId, options }: RegistrationCeremony) =>
      by.post('/api/me/passkeys', {
        ceremonyId,
        name: 'Laptop',
        registration: authenticator.register(options),
      })
    const stranger = (await tradeLink()).browser
    expect(outcome(await finish(stranger, await begin(browser)))).toEqual([401, 'invalid_passkey'])
    const late = await begin(browser)
    production.clock.advance(2 * MINUTE_MS)
    expect(outcome(await finish(browser, late))).toEqual([401, 'invalid_passkey'])
    const once = await begin(browser)
    const both = await Promise.all([finish(browser, once), finish(browser, once)])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('of a further one is a dashboard action, which a passkey of before signs', async () => {
    const { browser, authenticator } = await enterWithPasskey(production)
    const added = createAuthenticator(production.adminUrl)
    expect(outcome(await registerPasskey(browser, added))).toEqual([403, 'forbidden'])
    const begun = await browser.post('/api/me/passkeys/challenge')
    const { ceremonyId, options } = RegistrationCeremony.parse(begun.body)
    const registration = added.register(options)
    const input = { merchantId: null, ceremonyId, name: 'Phone', registration }
    const own = await perform(browser, 'passkey.add', input, {
      signature: await signAction({ browser, authenticator: added }, 'passkey.add', input),
    })
    expect(outcome(own)).toEqual([401, 'invalid_passkey'])
    const signature = await signAction({ browser, authenticator }, 'passkey.add', input)
    const altered = {
      ...input,
      registration: createAuthenticator(production.adminUrl).register(options),
    }
    expect(outcome(await perform(browser, 'passkey.add', altered, { signature }))).toEqual([
      401,
      'invalid_passkey',
    ])
    expect((await passkeysOf(browser)).passkeys).toHaveLength(1)
    expect((await perform(browser, 'passkey.add', input, { signature })).status).toBe(200)
    expect((await signInWithPasskey(production.browser(), added)).status).toBe(200)
  })
})

describe('the own passkeys', () => {
  it('are renamed, and removed but for the last one; the other sessions end', async () => {
    const person = await enterWithPasskey(production)
    const { browser, authenticator } = person
    const other = createAuthenticator(production.adminUrl)
    await addPasskey(person, other)
    const rename = { merchantId: null, passkeyId: other.credentialId, name: 'Key of the safe' }
    expect((await perform(browser, 'passkey.rename', rename)).status).toBe(200)
    expect((await passkeysOf(browser)).passkeys[1]?.name).toBe('Key of the safe')

    const remove = async (passkeyId: string) => {
      const input = { merchantId: null, passkeyId }
      const signature = await signAction(person, 'passkey.remove', input)
      return perform(browser, 'passkey.remove', input, { signature })
    }
    const elsewhere = production.browser()
    await signInWithPasskey(elsewhere, other)
    expect(outcome(await remove('AAAA'))).toEqual([404, 'not_found'])
    expect((await remove(other.credentialId)).body).toEqual({ endedSessions: 1 })
    expect((await elsewhere.get('/api/me')).status).toBe(401)
    expect((await browser.get('/api/me')).status).toBe(200)
    expect(outcome(await remove(authenticator.credentialId))).toEqual([409, 'last_passkey'])
    expect(outcome(await signInWithPasskey(production.browser(), other))).toEqual([
      401,
      'invalid_passkey',
    ])
  })

  it('removed at the same time, leave one', async () => {
    const person = await enterWithPasskey(production)
    const other = createAuthenticator(production.adminUrl)
    await addPasskey(person, other)
    const removing = await Promise.all(
      [person.authenticator, other].map(async ({ credentialId: passkeyId }) => {
        const input = { merchantId: null, passkeyId }
        return { input, signature: await signAction(person, 'passkey.remove', input) }
      }),
    )
    await Promise.all(
      removing.map(({ input, signature }) =>
        perform(person.browser, 'passkey.remove', input, { signature }),
      ),
    )
    expect((await passkeysOf(person.browser)).passkeys).toHaveLength(1)
  })
})

describe('signing in by passkey', () => {
  it('needs nothing typed, and makes a session of its own', async () => {
    const { userId, authenticator } = await enterWithPasskey(production)
    const browser = production.browser()
    const said = await signInWithPasskey(browser, authenticator)
    expect(Me.parse(said.body)).toMatchObject({
      user: { id: userId },
      session: { how: 'passkey', opensDashboard: true },
    })
    const entries = await production.sql<{ details: string }>(
      `select details from audit_log where subject = $1 order by sequence desc limit 1`,
      userId,
    )
    expect(JSON.parse(entries[0]?.details ?? '')).toMatchObject({
      how: 'passkey',
      passkey: authenticator.credentialId,
      address: expect.stringContaining('198.51.100.') as string,
    })
  })

  it.each<[string, Lie]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another host', { rpId: 'pay.example' }],
    ['another challenge', { challenge: 'AAAA' }],
    ['nobody verified', { unverified: true }],
    ['a registration in place of a signature', { type: 'webauthn.create' }],
  ])('refuses %s', async (_, lie) => {
    const { authenticator } = await enterWithPasskey(production)
    const browser = production.browser()
    const said = await signInWithPasskey(browser, authenticator, lie)
    expect(outcome(said)).toEqual([401, 'invalid_passkey'])
    expect(browser.cookie()).toBeUndefined()
  })

  it('refuses a stranger, one who was disabled, and another answer to the same challenge alike', async () => {
    const { userId, authenticator } = await enterWithPasskey(production, {
      merchantId: null,
      role: 'viewer',
    })
    const stranger = createAuthenticator(production.adminUrl)
    const browser = production.browser()
    const { ceremonyId, options } = SignInCeremony.parse(
      (await browser.post('/api/sign-in/passkey/challenge')).body,
    )
    const answer = async (by: typeof stranger) =>
      browser.post('/api/sign-in/passkey', { ceremonyId, assertion: by.sign(options) })
    const refusals = [await answer(stranger), await answer(authenticator)]
    await disableUser(production.context, userId)
    refusals.push(await signInWithPasskey(production.browser(), authenticator))
    for (const said of refusals) expect(outcome(said)).toEqual([401, 'invalid_passkey'])
  })

  it('refuses a counter that has gone back: a copy', async () => {
    const { browser } = await tradeLink()
    const counting = createAuthenticator(production.adminUrl, { isCounting: true })
    await registerPasskey(browser, counting)
    expect((await signInWithPasskey(production.browser(), counting)).status).toBe(200)
    const copy = await signInWithPasskey(production.browser(), counting, { counter: 1 })
    expect(outcome(copy)).toEqual([401, 'invalid_passkey'])
  })

  it('S-136: opens while strangers ask for any number of challenges, which are no rows', async () => {
    const { authenticator } = await enterWithPasskey(production)
    const rows = () => production.sql('select id from ceremonies')
    const { dashboard, adminUrl } = production
    const browserAt = (address: string) => createBrowser(dashboard, { adminUrl, address })
    const before = await rows()
    for (let stranger = 0; stranger < 1000; stranger++) {
      const browser = browserAt(`10.77.${stranger >> 8}.${stranger & 255}`)
      const said = await browser.post('/api/sign-in/passkey/challenge')
      expect([stranger, said.status]).toEqual([stranger, 200])
    }
    expect(await rows()).toEqual(before)
    for (let guess = 0; guess < 400; guess++) {
      const browser = browserAt(`10.78.${guess >> 8}.${guess & 255}`)
      await signInWithPasskey(browser, createAuthenticator(production.adminUrl))
    }
    expect((await signInWithPasskey(production.browser(), authenticator)).status).toBe(200)
    production.clock.advance(120_000)
  })

  it('S-136: by a challenge that was issued here for this ceremony, once, within two minutes', async () => {
    const { authenticator } = await enterWithPasskey(production)
    const begin = async () =>
      SignInCeremony.parse((await production.browser().post('/api/sign-in/passkey/challenge')).body)
    const answer = async (ceremonyId: string, options: SignInCeremony['options']) => {
      const assertion = authenticator.sign(options)
      return (await production.browser().post('/api/sign-in/passkey', { ceremonyId, assertion }))
        .status
    }
    const [one, other] = [await begin(), await begin()]
    expect(await answer(one.ceremonyId, other.options)).toBe(401)
    const bytes = Buffer.from(other.options.challenge, 'base64url')
    for (const place of [0, 7, 8, bytes.length - 1]) {
      const forged = Buffer.from(bytes)
      forged[place] = (forged[place] ?? 0) ^ 1
      const latest = Buffer.alloc(bytes.length, 0xff)
      for (const challenge of [
        forged,
        latest,
        forged.subarray(0, place),
        Buffer.concat([bytes, forged]),
      ])
        expect(
          await answer(other.ceremonyId, {
            ...other.options,
            challenge: challenge.toString('base64url'),
          }),
        ).toBe(401)
    }
    const at = await Promise.all(
      Array.from({ length: 4 }, () => answer(other.ceremonyId, other.options)),
    )
    expect(at.toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401])
    const late = await begin()
    production.clock.advance(119_000)
    const inTime = await begin()
    production.clock.advance(1000)
    expect(await answer(late.ceremonyId, late.options)).toBe(401)
    expect(await answer(inTime.ceremonyId, inTime.options)).toBe(200)
  })

  it('counts wrong answers and challenges by address', async () => {
    const browser = production.browser()
    const statuses: number[] = []
    for (let guess = 0; guess < 21; guess++)
      statuses.push(
        (await signInWithPasskey(browser, createAuthenticator(production.adminUrl))).status,
      )
    expect(statuses.slice(-2)).toEqual([401, 429])
    for (let more = 0; more < 39; more++) await browser.post('/api/sign-in/passkey/challenge')
    const said = await browser.post('/api/sign-in/passkey/challenge')
    expect(outcome(said)).toEqual([429, 'rate_limited'])
  })
})

describe('a recovery code', () => {
  it('opens only the registration of a passkey, once, and ends the other sessions', async () => {
    const { browser, authenticator, recoveryCodes } = await enterWithPasskey(production)
    const [code = ''] = recoveryCodes
    const found = production.browser()
    const typed = code.toLowerCase().replaceAll('-', ' ')
    expect((await found.post('/api/sign-in/recovery', { code: typed })).status).toBe(200)
    expect(await sessionOf(found)).toMatchObject({ how: 'recovery', opensDashboard: false })
    expect(outcome(await found.get('/api/me/sessions'))).toEqual([403, 'passkey_required'])
    expect((await browser.get('/api/me')).status).toBe(401)

    const again = production.browser()
    for (const wrong of [code, 'ZZZZ-ZZZZ-ZZZZ-ZZZZ', 'no code'])
      expect(outcome(await again.post('/api/sign-in/recovery', { code: wrong }))).toEqual([
        401,
        'invalid_recovery_code',
      ])
    const said = await registerPasskey(found, createAuthenticator(production.adminUrl))
    expect(RegisteredPasskey.parse(said.body).recoveryCodes).toHaveLength(10)
    const left = await passkeysOf(found)
    expect([left.passkeys.length, left.recoveryCodesLeft]).toEqual([1, 10])
    // The lost passkey and the old codes no longer work.
    const lost = production.browser()
    expect((await signInWithPasskey(lost, authenticator)).status).toBe(401)
    const old = await lost.post('/api/sign-in/recovery', { code: recoveryCodes[1] })
    expect(outcome(old)).toEqual([401, 'invalid_recovery_code'])
  })

  it('is replaced by a new one of ten, and ends', async () => {
    const person = await enterWithPasskey(production)
    const input = { merchantId: null }
    const signature = await signAction(person, 'recoveryCodes.renew', input)
    const said = await perform(person.browser, 'recoveryCodes.renew', input, { signature })
    const { recoveryCodes } = DASHBOARD_ACTIONS['recoveryCodes.renew'].answer.parse(said.body)
    expect((await passkeysOf(person.browser)).recoveryCodesLeft).toBe(10)
    const enter = (code = '') => production.browser().post('/api/sign-in/recovery', { code })
    expect(outcome(await enter(person.recoveryCodes[0]))).toEqual([401, 'invalid_recovery_code'])
    expect((await enter(recoveryCodes[0])).status).toBe(200)
  })

  it('is a hash in the database, and ends with the access of its person', async () => {
    const { userId, recoveryCodes } = await enterWithPasskey(sandbox)
    await enterWithPasskey(sandbox)
    const [code = ''] = recoveryCodes
    const [dump] = await sandbox.sql<{ all: string }>(
      `select string_agg(encode(code_hash, 'escape'), ' ') as all from recovery_codes`,
    )
    expect(dump?.all).not.toContain(code.replaceAll('-', ''))
    await disableUser(sandbox.context, userId)
    const left = await sandbox.sql(
      `select 1 from passkeys where user_id = $1 union all select 1 from recovery_codes where user_id = $1`,
      userId,
    )
    expect(left).toEqual([])
    expect(outcome(await sandbox.browser().post('/api/sign-in/recovery', { code }))).toEqual([
      401,
      'invalid_recovery_code',
    ])
  })
})
