import type { DashboardAction } from '#contract/dashboard/actions.ts'
import type { PasskeyAssertion } from '#contract/dashboard/passkeys.ts'
import { readChallenge, takeCeremony } from '../../database/people/ceremonies.ts'
import {
  insertDashboardAction,
  readDashboardAction,
} from '../../database/people/dashboard-actions.ts'
import type { SignedIn } from '../../database/people/dashboard-sessions.ts'
import type { Database, Transaction } from '../../database/engine/database.ts'
import { notePasskeyUse, readPasskey } from '../../database/people/passkeys.ts'
import type { DashboardContext } from '../people/dashboard-context.ts'
import { relyingPartyOf } from '../people/passkeys/relying-party.ts'
import { verifyAssertion } from '../people/passkeys/verify.ts'
import { tokenHash } from '../people/token-hash.ts'
import { actionDigest as digestOf } from './action-digest.ts'
import { refusing, rollBack, type Outcome, type RefusalCode } from '../outcome.ts'
import { authorizeAction } from './authorize-action.ts'
import { needsSignature } from './needs-signature.ts'
import type { Verb } from './verbs-of.ts'
import { VERBS } from './verbs.ts'

export interface AskedAction {
  dashboardAction: DashboardAction
  input: unknown
  idempotencyKey: string
  signature: { ceremonyId: string; assertion: PasskeyAssertion } | undefined
}

/**
 * Performs a dashboard action, once for each idempotency key, in one transaction with the end of its challenge and its row of
 * the audit log. When it is refused, nothing was done. A dashboard action that calls a processor runs after that transaction;
 * with the same key it returns its first answer again.
 */
export function performDashboardAction(
  context: DashboardContext,
  session: SignedIn,
  asked: AskedAction,
): Promise<Outcome<unknown, RefusalCode>> {
  return refusing(() => perform(context, session, asked))
}

async function perform(
  context: DashboardContext,
  session: SignedIn,
  { dashboardAction, input, idempotencyKey, signature }: AskedAction,
): Promise<unknown> {
  const { database, clock, environment } = context
  const { userId, id: sessionId, memberships } = session
  const { input: parsed, extent } = await authorizeAction(database, session, {
    dashboardAction,
    input,
  })
  const actionDigest = digestOf({ dashboardAction, input: parsed, userId, sessionId })
  const keyHash = tokenHash(idempotencyKey)
  const verb = VERBS[dashboardAction] as Verb<unknown, unknown>
  // A dashboard action that was begun before was checked, and signed, at that time.
  const begun =
    'alone' in verb
      ? await readDashboardAction(database, { userId, keyHash, actionDigest })
      : undefined
  const mustSign =
    begun === undefined &&
    (await needsSignature(database, session, { dashboardAction, input: parsed }))
  if (mustSign && environment === 'production' && signature === undefined)
    throw rollBack('signature_required')
  const signed =
    signature === undefined || begun !== undefined
      ? undefined
      : await verify(context, session, signature, actionDigest)
  const signedBy = begun === undefined ? signed?.passkey : (begun.signedBy ?? undefined)

  /** Uses up the key and the signature, in the transaction of the dashboard action: both are valid for this one only. */
  async function begin(tx: Transaction): Promise<'new' | 'same'> {
    const now = clock()
    const known = await insertDashboardAction(tx, {
      userId,
      keyHash,
      actionDigest,
      signedBy: signedBy ?? null,
      now,
    })
    if (known === 'another') throw rollBack('idempotency_key_reused')
    if (known === 'new' && signed !== undefined)
      await endCeremony(tx, { ...signed, sessionId, now })
    return known
  }

  const actor = { kind: 'user', userId, dashboardAction, signedBy } as const
  const doer = { ...context, actor, extent, memberships, session: { id: sessionId, userId } }
  if ('alone' in verb) {
    await database.transaction(begin)
    const ownKey = keyHash.toString('base64url')
    return verb.alone({ ...doer, idempotencyKey: `${userId} ${ownKey}` }, parsed)
  }
  return database.transaction(async (tx) => {
    if ((await begin(tx)) === 'same') throw rollBack('already_done')
    return verb({ ...doer, database: within(database, tx) }, parsed)
  })
}

interface Signed {
  ceremonyId: string
  credentialId: Buffer
  counter: number
  /** The credential's id in Base64url. */
  passkey: string
}

/** Verifies the signature of one of the person's own passkeys over this dashboard action. Throws `RollBack`. */
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
    throw rollBack('invalid_passkey')
  // The challenge was given out for another dashboard action, or another input.
  if (!challenge.subarray(-digest.length).equals(digest)) throw rollBack('invalid_passkey')
  const counter = await verifyAssertion(assertion, passkey, { challenge, party })
  if (counter === undefined) throw rollBack('invalid_passkey')
  return { ceremonyId, credentialId, counter, passkey: credentialId.toString('base64url') }
}

/** Uses up a signature, in the dashboard action's transaction: it is valid once. Throws `RollBack`. */
async function endCeremony(
  tx: Transaction,
  { ceremonyId, credentialId, counter, sessionId, now }: Signed & { sessionId: string; now: Date },
): Promise<void> {
  const taken = await takeCeremony(tx, { id: ceremonyId, purpose: 'act', sessionId, now })
  if (taken === undefined || !(await notePasskeyUse(tx, { credentialId, counter, now })))
    throw rollBack('invalid_passkey')
}

/** A database whose queries and transactions run within the transaction `tx`. */
function within(database: Database, tx: Transaction): Database {
  return {
    ...database,
    query: (prepared, values) => tx.query(prepared, values),
    transaction: (work) => work(tx),
  }
}
