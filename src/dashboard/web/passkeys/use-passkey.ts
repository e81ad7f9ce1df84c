import type { ActCeremony } from '../../../contract/dashboard/acts.ts'
import type {
  RegisteredPasskey,
  RegistrationCeremony,
  SignInCeremony,
} from '../../../contract/dashboard/passkeys.ts'
import type { Me } from '../../../contract/dashboard/me.ts'
import type { Call } from '../calls/call.ts'

/** The person closed the browser's dialog, or no authenticator answered. Nothing was changed. */
export class PasskeyNotUsed extends Error {
  override name = 'PasskeyNotUsed'
}

/** Whether the browser has passkeys, and reads their options as JSON (WebAuthn, level 3). */
export function hasPasskeys(): boolean {
  return (
    typeof PublicKeyCredential !== 'undefined' &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential
  )
}

/** Signs in by a passkey: nothing is typed, so there is nothing to guess. */
export async function signInByPasskey(call: Call): Promise<Me> {
  const { ceremonyId, options } = await call<SignInCeremony>('/sign-in/passkey/challenge', {
    method: 'POST',
    body: {},
  })
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const assertion = await answered(navigator.credentials.get({ publicKey }))
  return call<Me>('/sign-in/passkey', { method: 'POST', body: { ceremonyId, assertion } })
}

/** A signature of one of the person's own passkeys over an act's challenge. */
export async function signByPasskey(options: ActCeremony['options']): Promise<object> {
  if (!hasPasskeys()) throw new PasskeyNotUsed('no passkeys in this browser')
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  return answered(navigator.credentials.get({ publicKey }))
}

/** Makes a passkey of the person who is signed in. The recovery codes come with the first one, this once. */
export async function registerPasskey(call: Call, name: string): Promise<RegisteredPasskey> {
  const { ceremonyId, options } = await call<RegistrationCeremony>('/me/passkeys/challenge', {
    method: 'POST',
    body: {},
  })
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const registration = await answered(navigator.credentials.create({ publicKey }))
  return call<RegisteredPasskey>('/me/passkeys', {
    method: 'POST',
    body: { ceremonyId, name, registration },
  })
}

/** What an authenticator said, as JSON. */
async function answered(asked: Promise<Credential | null>): Promise<object> {
  const credential = await asked.catch((cause: unknown) => {
    throw new PasskeyNotUsed('no passkey was used', { cause })
  })
  if (!(credential instanceof PublicKeyCredential)) throw new PasskeyNotUsed('no passkey was used')
  return credential.toJSON()
}
