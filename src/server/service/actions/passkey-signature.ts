import type { PasskeyAssertion } from '#contract/dashboard/passkeys.ts'
import type { Transaction } from '../../database/engine/database.ts'
import { readChallenge, takeCeremony } from '../../database/people/ceremonies.ts'
import type { SignedIn } from '../../database/people/dashboard-sessions.ts'
import { notePasskeyUse, readPasskey } from '../../database/people/passkeys.ts'
import { rollBack } from '../outcome.ts'
import type { DashboardContext } from '../people/dashboard-context.ts'
import { relyingPartyOf } from '../people/passkeys/relying-party.ts'
import { verifyAssertion } from '../people/passkeys/verify.ts'

/** A verified signature, not used up yet. */
export interface Signature {
  ceremonyId: string
  credentialId: Buffer
  counter: number
  /** The credential's id in Base64url. */
  passkey: string
}

/** Verifies the signature of one of the person's own passkeys over this dashboard action. Throws `RollBack`. */
export async function verifySignature(
  context: DashboardContext,
  { userId, id: sessionId }: SignedIn,
  { ceremonyId, assertion }: { ceremonyId: string; assertion: PasskeyAssertion },
  digest: Buffer,
): Promise<Signature> {
  const { database, clock } = context
  const party = relyingPartyOf(context)
  const asked = { id: ceremonyId, purpose: 'act', sessionId, now: clock() } as const
  const challenge = await readChallenge(database, asked)
  const credentialId = Buffer.from(assertion.id, 'base64url')
  const passkey = await readPasskey(database, credentialId, party.id)
  if (challenge === undefined || passkey === undefined || passkey.userId !== userId)
    throw rollBack('invalid_passkey')
  // The challenge was given out for another dashboard action, or another input.
  if (!challenge.subarray(-digest.length).equals(digest)) throw rollBack('invalid_passkey')
  const counter = await verifyAssertion(assertion, passkey, { challenge, party })
  if (counter === undefined) throw rollBack('invalid_passkey')
  return { ceremonyId, credentialId, counter, passkey: credentialId.toString('base64url') }
}

/** Uses up a signature, in the dashboard action's transaction: it is valid once. Throws `RollBack`. */
export async function endSignature(
  tx: Transaction,
  {
    ceremonyId,
    credentialId,
    counter,
    sessionId,
    now,
  }: Signature & { sessionId: string; now: Date },
): Promise<void> {
  const taken = await takeCeremony(tx, { id: ceremonyId, purpose: 'act', sessionId, now })
  if (taken === undefined || !(await notePasskeyUse(tx, { credentialId, counter, now })))
    throw rollBack('invalid_passkey')
}
