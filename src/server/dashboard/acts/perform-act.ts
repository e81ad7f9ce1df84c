import { ACTS, type ActName } from '../../../contract/dashboard/acts.ts'
import type { PasskeyAssertion } from '../../../contract/dashboard/passkeys.ts'
import { readChallenge, takeCeremony } from '../../database/ceremonies.ts'
import { insertDashboardAct } from '../../database/dashboard-acts.ts'
import type { SignedIn } from '../../database/dashboard-sessions.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { notePasskeyUse, readPasskey } from '../../database/passkeys.ts'
import type { DashboardContext } from '../dashboard-context.ts'
import { relyingPartyOf } from '../passkeys/relying-party.ts'
import { verifyAssertion } from '../passkeys/verify.ts'
import { tokenHash } from '../people/token-hash.ts'
import { actDigest } from './act-digest.ts'
import { ActRefused } from './act-refused.ts'
import { authorizeAct } from './authorize-act.ts'
import { VERBS, type ActContext } from './verbs.ts'

export interface AskedAct {
  act: ActName
  input: unknown
  idempotencyKey: string
  signature: { ceremonyId: string; assertion: PasskeyAssertion } | undefined
}

/**
 * Does an act, once for each idempotency key, in one transaction with the end of its challenge and its row of the audit log.
 * Throws `ActRefused`, and then nothing was done.
 */
export async function performAct(
  context: DashboardContext,
  session: SignedIn,
  { act, input, idempotencyKey, signature }: AskedAct,
): Promise<unknown> {
  const { database, clock, environment } = context
  const { userId, id: sessionId } = session
  const parsed = await authorizeAct(database, session, { act, input })
  const digest = actDigest({ act, input: parsed, userId, sessionId })
  if (ACTS[act].signed && environment === 'production' && signature === undefined)
    throw new ActRefused('signature_required')
  const signed = signature && (await verify(context, session, signature, digest))
  return database.transaction(async (tx) => {
    const now = clock()
    const keyHash = tokenHash(idempotencyKey)
    const known = await insertDashboardAct(tx, { userId, keyHash, actDigest: digest, now })
    if (known === 'same') throw new ActRefused('already_done')
    if (known === 'another') throw new ActRefused('idempotency_key_reused')
    if (signed !== undefined) await endCeremony(tx, { ...signed, sessionId, now })
    const actor = { kind: 'user', userId, act, signedBy: signed?.passkey } as const
    return run(act, { ...context, actor, database: within(database, tx) }, parsed)
  })
}

interface Signed {
  ceremonyId: string
  credentialId: Buffer
  counter: number
  /** The credential's id in Base64url. */
  passkey: string
}

/** The signature of one of the person's own passkeys over this very act. */
async function verify(
  context: DashboardContext,
  { userId, id: sessionId }: SignedIn,
  { ceremonyId, assertion }: { ceremonyId: string; assertion: PasskeyAssertion },
  digest: Buffer,
): Promise<Signed> {
  const { database, clock } = context
  const party = relyingPartyOf(context)
  const asked = { id: ceremonyId, purpose: 'act', sessionId, now: clock() } as const
  const challenge = await readChallenge(database, asked)
  const credentialId = Buffer.from(assertion.id, 'base64url')
  const passkey = await readPasskey(database, credentialId, party.id)
  if (challenge === undefined || passkey === undefined || passkey.userId !== userId)
    throw new ActRefused('invalid_passkey')
  // The challenge was given out for another act, or another input.
  if (!challenge.subarray(-digest.length).equals(digest)) throw new ActRefused('invalid_passkey')
  const counter = await verifyAssertion(assertion, passkey, { challenge, party })
  if (counter === undefined) throw new ActRefused('invalid_passkey')
  return { ceremonyId, credentialId, counter, passkey: credentialId.toString('base64url') }
}

/** In the act's transaction: a signature is good for one act. */
async function endCeremony(
  tx: Transaction,
  { ceremonyId, credentialId, counter, sessionId, now }: Signed & { sessionId: string; now: Date },
): Promise<void> {
  const taken = await takeCeremony(tx, { id: ceremonyId, purpose: 'act', sessionId, now })
  if (taken === undefined || !(await notePasskeyUse(tx, { credentialId, counter, now })))
    throw new ActRefused('invalid_passkey')
}

/** A database whose transactions are part of this one. */
function within(database: Database, tx: Transaction): Database {
  return {
    ...database,
    query: (prepared, values) => tx.query(prepared, values),
    transaction: (work) => work(tx),
  }
}

type Verb = (context: ActContext, input: unknown) => Promise<unknown>

/** Its input was parsed by the schema of this act: the table pairs the two. */
function run(act: ActName, context: ActContext, input: unknown): Promise<unknown> {
  return (VERBS[act] as Verb)(context, input)
}
