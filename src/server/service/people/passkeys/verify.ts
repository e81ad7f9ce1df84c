import type { PasskeyAssertion, PasskeyRegistration } from '#contract/dashboard/passkeys.ts'
import type { PasskeyRecord } from '../../../database/people/passkeys.ts'
import type { RelyingParty } from './relying-party.ts'

/** EdDSA, ES256, RS256, as COSE numbers them. */
export const ALGORITHMS = [-8, -7, -257]

/** Loaded at the first ceremony: it takes a third of a second and 27 MB, which a process without ceremonies saves. */
const library = () => import('@simplewebauthn/server')

interface Expected {
  challenge: Buffer
  party: RelyingParty
}

/** A new passkey as its authenticator states it. */
export interface VerifiedPasskey {
  credentialId: Buffer
  publicKey: Uint8Array
  counter: number
  isBackedUp: boolean
  aaguid: string
}

/** Undefined unless the registration answers this challenge, at this origin, by a verified person. */
export async function verifyRegistration(
  registration: PasskeyRegistration,
  { challenge, party }: Expected,
): Promise<VerifiedPasskey | undefined> {
  const { verifyRegistrationResponse } = await library()
  const verified = await verifyRegistrationResponse({
    response: { ...registration, clientExtensionResults: {} },
    expectedChallenge: challenge.toString('base64url'),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: [...ALGORITHMS],
  }).catch(refused)
  if (verified?.verified !== true) return undefined
  const { credential, credentialBackedUp, aaguid } = verified.registrationInfo
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: credential.publicKey,
    counter: credential.counter,
    isBackedUp: credentialBackedUp,
    aaguid,
  }
}

/** The passkey's new counter. Undefined unless it signed this challenge, at this origin, for a verified person. */
export async function verifyAssertion(
  assertion: PasskeyAssertion,
  { publicKey, counter, credentialId }: PasskeyRecord,
  { challenge, party }: Expected,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await library()
  const verified = await verifyAuthenticationResponse({
    response: { ...assertion, clientExtensionResults: {} },
    expectedChallenge: challenge.toString('base64url'),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: {
      id: credentialId.toString('base64url'),
      publicKey: new Uint8Array(publicKey),
      counter,
    },
  }).catch(refused)
  return verified?.verified === true ? verified.authenticationInfo.newCounter : undefined
}

/** The library throws for whatever does not fit, malformed bytes included. */
function refused(): undefined {
  return undefined
}
