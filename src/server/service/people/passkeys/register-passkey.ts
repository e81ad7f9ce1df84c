import type { PasskeyRegistration, RegistrationCeremony } from '#contract/dashboard/passkeys.ts'
import { takeCeremony } from '../../../database/people/ceremonies.ts'
import {
  deleteDashboardSession,
  deleteSessionsOf,
  type SignedIn,
} from '../../../database/people/dashboard-sessions.ts'
import type { Queryable } from '../../../database/engine/database.ts'
import { deletePasskeysOf, insertPasskey, listPasskeys } from '../../../database/people/passkeys.ts'
import { countRecoveryCodes } from '../../../database/people/recovery-codes.ts'
import { activateUser, readUserHandle, renameUser } from '../../../database/people/users.ts'
import { done, refuse, type Outcome } from '../../outcome.ts'
import { recordOperatorAudit } from '../../audit/operator-context.ts'
import type { DashboardContext, SignInPlace } from '../dashboard-context.ts'
import { isStillGiven, type Access } from '../link-maker.ts'
import { openSession, type OpenedSession } from '../open-session.ts'
import { beginCeremony, CEREMONY_MS } from './begin-ceremony.ts'
import { issueRecoveryCodes } from './recovery-codes.ts'
import { relyingPartyOf } from './relying-party.ts'
import { ALGORITHMS, verifyRegistration } from './verify.ts'

/** Issues a challenge for a new passkey of the session's person; in a session by passkey, it is for the act `passkey.add`. */
export async function beginRegistration(
  context: DashboardContext,
  session: SignedIn,
): Promise<RegistrationCeremony> {
  const { database } = context
  const handle = await readUserHandle(database, session.userId)
  if (handle === undefined) throw new Error('a session without its person')
  const known = await listPasskeys(database, session.userId)
  const { ceremonyId, challenge } = await beginCeremony(context, {
    purpose: 'register',
    sessionId: session.id,
  })
  const { id, name } = relyingPartyOf(context)
  return {
    ceremonyId,
    options: {
      challenge,
      rp: { id, name },
      user: {
        id: handle.toString('base64url'),
        name: accountNameOf(session),
        displayName: session.name ?? session.email,
      },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
      timeout: CEREMONY_MS,
      attestation: 'none',
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      excludeCredentials: known.map(({ credentialId, transports }) => ({
        type: 'public-key',
        id: credentialId.toString('base64url'),
        transports,
      })),
    },
  }
}

/** The account as an authenticator lists it. Of one address, merchants' people may have made several. */
function accountNameOf({ email, accountOf, memberships }: SignedIn): string {
  const home = memberships.find(({ merchantId }) => merchantId === accountOf)?.merchantName
  return home == null ? email : `${email} (${home})`
}

export interface Registration {
  ceremonyId: string
  name: string
  /** The person's name; undefined: unchanged. */
  personName?: string | undefined
  registration: PasskeyRegistration
  place: SignInPlace
}

interface NewPasskey {
  /** The new session, which replaces the session by a link or a code. */
  opened: OpenedSession
  /** Codes for a person who had none, returned only this once; else null. */
  recoveryCodes: string[] | null
}

export type RegisteredPasskey = Outcome<NewPasskey, 'invalid_passkey' | 'forbidden'>

/** Registers the passkey that answers a challenge, once, in a session by a link or a code. */
export async function registerPasskey(
  context: DashboardContext,
  session: SignedIn,
  { ceremonyId, name, personName, registration, place }: Registration,
): Promise<RegisteredPasskey> {
  const { database, clock } = context
  const { userId, id: sessionId, how } = session
  // A further passkey takes a signed dashboard action, so that a stranger at an open browser cannot register one.
  if (how === 'passkey') return refuse('forbidden')
  const verified = await verifyAnswer(context, { ceremonyId, sessionId, registration })
  if (verified === undefined) return INVALID
  return database.transaction(async (tx): Promise<RegisteredPasskey> => {
    const now = clock()
    if (!(await isStillGiven(tx, accessOf(session)))) return INVALID
    // Before all else: a session that has just ended registers nothing.
    if (!(await deleteDashboardSession(tx, { userId, id: sessionId }))) return INVALID
    // A person who lost their passkeys does not know who has them. Nor may a session of theirs accept a role for the new one.
    if (how === 'recovery') {
      await deletePasskeysOf(tx, userId)
      await deleteSessionsOf(tx, userId)
    }
    if (!(await insertPasskey(tx, { ...verified, userId, name, now }))) return INVALID
    if (personName !== undefined) await renameUser(tx, userId, personName)
    const opened = await openSession(context, tx, { userId, how: 'passkey', now, place })
    await activateUser(tx, userId, now)
    const recoveryCodes = await firstCodes(context, tx, userId)
    await recordOperatorAudit(
      { ...context, actor: { kind: 'user', userId, dashboardAction: 'add passkey' } },
      tx,
      {
        action: 'passkey.added',
        subject: userId,
        merchantId: null,
        details: {
          passkey: verified.credentialId.toString('base64url'),
          how,
          sessionId: opened.sessionId,
          address: place.address,
        },
      },
    )
    return done({ opened, recoveryCodes })
  })
}

/** What the link of a session gives. */
function accessOf({ userId, how, maker, memberships }: SignedIn): Access {
  const given = memberships.find(({ merchantId }) => merchantId === maker?.merchantId)
  return { userId, membership: how === 'link' && given !== undefined ? given : null, maker }
}

const INVALID = refuse('invalid_passkey')

/** Uses up a session's challenge, and verifies the answer to it; undefined when the answer is wrong. */
export async function verifyAnswer(
  context: Pick<DashboardContext, 'database' | 'clock' | 'environment' | 'adminUrl'>,
  {
    ceremonyId,
    sessionId,
    registration,
  }: Pick<Registration, 'ceremonyId' | 'registration'> & { sessionId: string },
) {
  const { database, clock } = context
  const party = relyingPartyOf(context)
  const asked = { id: ceremonyId, purpose: 'register', sessionId, now: clock() } as const
  const ceremony = await takeCeremony(database, asked)
  if (ceremony === undefined) return undefined
  const { challenge } = ceremony
  const verified = await verifyRegistration(registration, { challenge, party })
  if (verified === undefined) return undefined
  return { ...verified, rpId: party.id, transports: registration.response.transports }
}

/** Issues recovery codes to a person who has none; else null. */
export async function firstCodes(
  context: Pick<DashboardContext, 'random'>,
  tx: Queryable,
  userId: string,
): Promise<string[] | null> {
  return (await countRecoveryCodes(tx, userId)) > 0 ? null : issueRecoveryCodes(context, tx, userId)
}
