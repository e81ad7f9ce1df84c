import type { Membership } from '#contract/dashboard/roles.ts'
import {
  OwnPasskeys,
  RegisteredPasskey,
  RegistrationCeremony,
  SignInCeremony,
} from '#contract/dashboard/passkeys.ts'
import { perform, signAction } from './actions.ts'
import { createAuthenticator, type Authenticator, type Lie } from './authenticator.ts'
import type { Browser, Said } from './browser.ts'
import type { TestDashboard } from './open-dashboard.ts'

export interface PasskeyPerson {
  userId: string
  browser: Browser
  authenticator: Authenticator
  recoveryCodes: string[]
}

/** Invites a person, who registers a passkey and is signed in. */
export async function enterWithPasskey(
  to: TestDashboard,
  membership?: Membership,
): Promise<PasskeyPerson> {
  const { userId, token } = await to.invite(membership)
  const browser = to.browser()
  const traded = await browser.post('/api/sign-in/link', { token })
  if (traded.status !== 200) throw new Error(traded.text)
  const authenticator = createAuthenticator(to.adminUrl)
  const said = await registerPasskey(browser, authenticator)
  if (said.status !== 200) throw new Error(said.text)
  const { recoveryCodes } = RegisteredPasskey.parse(said.body)
  return { userId, browser, authenticator, recoveryCodes: recoveryCodes ?? [] }
}

export async function registerPasskey(
  browser: Browser,
  authenticator: Authenticator,
  lie?: Lie,
): Promise<Said> {
  const begun = await browser.post('/api/me/passkeys/challenge')
  if (begun.status !== 200) return begun
  const { ceremonyId, options } = RegistrationCeremony.parse(begun.body)
  const registration = authenticator.register(options, lie)
  return browser.post('/api/me/passkeys', { ceremonyId, name: 'Laptop', registration })
}

/** Adds a passkey, by a dashboard action that an earlier passkey signs. */
export async function addPasskey(
  person: Pick<PasskeyPerson, 'browser' | 'authenticator'>,
  added: Authenticator,
): Promise<Said> {
  const begun = await person.browser.post('/api/me/passkeys/challenge')
  const { ceremonyId, options } = RegistrationCeremony.parse(begun.body)
  const registration = added.register(options)
  const input = { merchantId: null, ceremonyId, name: 'Phone', registration }
  const signature = await signAction(person, 'passkey.add', input)
  return perform(person.browser, 'passkey.add', input, { signature })
}

export async function signInWithPasskey(
  browser: Browser,
  authenticator: Authenticator,
  lie?: Lie,
): Promise<Said> {
  const begun = await browser.post('/api/sign-in/passkey/challenge')
  const { ceremonyId, options } = SignInCeremony.parse(begun.body)
  const assertion = authenticator.sign(options, lie)
  return browser.post('/api/sign-in/passkey', { ceremonyId, assertion })
}

export async function passkeysOf(browser: Browser): Promise<OwnPasskeys> {
  return OwnPasskeys.parse((await browser.get('/api/me/passkeys')).body)
}
