import type { DashboardActionCeremony } from '#contract/dashboard/actions.ts'
import type {
  PasskeyRegistration,
  RegisteredPasskey,
  RegistrationCeremony,
  SignInCeremony,
} from '#contract/dashboard/passkeys.ts'
import type { Me } from '#contract/dashboard/me.ts'
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

/** A signature of one of the person's own passkeys over a dashboard action's challenge. */
export async function signByPasskey(options: DashboardActionCeremony['options']): Promise<object> {
  if (!hasPasskeys()) throw new PasskeyNotUsed('no passkeys in this browser')
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  return answered(navigator.credentials.get({ publicKey }))
}

/** Registers a passkey in a session that was opened by a link or a recovery code. Returns the recovery codes, only this once. */
export async function registerPasskey(
  call: Call,
  { name, personName }: { name: string; personName: string },
): Promise<RegisteredPasskey> {
  const made = await makePasskey(call)
  return call<RegisteredPasskey>('/me/passkeys', {
    method: 'POST',
    body: { ...made, name, ...(personName !== '' && { personName }) },
  })
}

/** Lets the browser create a passkey, which is not registered yet. */
export async function makePasskey(
  call: Call,
): Promise<{ ceremonyId: string; registration: PasskeyRegistration }> {
  const { ceremonyId, options } = await call<RegistrationCeremony>('/me/passkeys/challenge', {
    method: 'POST',
    body: {},
  })
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const registration = await answered(navigator.credentials.create({ publicKey }))
  // WebAuthn defines the form of this JSON; the server checks it.
  return { ceremonyId, registration: registration as PasskeyRegistration }
}

/** The authenticator's answer, as JSON. Throws `PasskeyNotUsed`. */
async function answered(asked: Promise<Credential | null>): Promise<object> {
  const credential = await asked.catch((cause: unknown) => {
    throw new PasskeyNotUsed('no passkey was used', { cause })
  })
  if (!(credential instanceof PublicKeyCredential)) throw new PasskeyNotUsed('no passkey was used')
  return credential.toJSON()
}
