import type { PasskeyAssertion, SignInCeremony } from '#contract/dashboard/passkeys.ts'
import { useSignInChallenge } from '../../../database/people/ceremonies.ts'
import { notePasskeyUse, readPasskey } from '../../../database/people/passkeys.ts'
import { activateUser } from '../../../database/people/users.ts'
import { recordOperatorAudit } from '../../audit/operator-context.ts'
import type { DashboardContext, SignInPlace } from '../dashboard-context.ts'
import { openSession, type OpenedSession } from '../open-session.ts'
import { CEREMONY_MS } from './begin-ceremony.ts'
import { relyingPartyOf } from './relying-party.ts'
import { issueSignInChallenge, readSignInChallenge } from './sign-in-challenge.ts'
import { verifyAssertion } from './verify.ts'
import { done, refuse, type Outcome } from '../../outcome.ts'

/** Issues a challenge to anybody: the passkey identifies the person, so no name is typed, and accounts cannot be enumerated. */
export function beginSignIn(context: DashboardContext): SignInCeremony {
  const { ceremonyId, challenge } = issueSignInChallenge(context)
  const rpId = relyingPartyOf(context).id
  return {
    ceremonyId,
    options: {
      challenge: challenge.toString('base64url'),
      rpId,
      timeout: CEREMONY_MS,
      userVerification: 'required',
    },
  }
}

/** Opens a session by the passkey that answers a challenge, once, also if the answer is wrong. All wrong answers are refused alike. */
export async function signInByPasskey(
  context: DashboardContext,
  {
    ceremonyId,
    assertion,
    place,
  }: { ceremonyId: string; assertion: PasskeyAssertion; place: SignInPlace },
): Promise<Outcome<OpenedSession, 'invalid_passkey'>> {
  const { database, clock } = context
  const party = relyingPartyOf(context)
  const { clientDataJSON } = assertion.response
  const issued = readSignInChallenge(context, { ceremonyId, clientDataJSON })
  if (issued === undefined || !(await useSignInChallenge(database, { id: ceremonyId, ...issued })))
    return refuse('invalid_passkey')
  const passkey = await readPasskey(database, Buffer.from(assertion.id, 'base64url'), party.id)
  if (passkey === undefined) return refuse('invalid_passkey')
  const { challenge } = issued
  const counter = await verifyAssertion(assertion, passkey, { challenge, party })
  if (counter === undefined) return refuse('invalid_passkey')
  const { credentialId, userId } = passkey
  return database.transaction(async (tx): Promise<Outcome<OpenedSession, 'invalid_passkey'>> => {
    const now = clock()
    if (!(await notePasskeyUse(tx, { credentialId, counter, now })))
      return refuse('invalid_passkey')
    const opened = await openSession(context, tx, { userId, how: 'passkey', now, place })
    await activateUser(tx, userId, now)
    await recordOperatorAudit(
      { ...context, actor: { kind: 'user', userId, dashboardAction: 'sign in' } },
      tx,
      {
        action: 'user.signed_in',
        subject: userId,
        merchantId: null,
        details: {
          how: 'passkey',
          sessionId: opened.sessionId,
          address: place.address,
          passkey: credentialId.toString('base64url'),
        },
      },
    )
    return done(opened)
  })
}
