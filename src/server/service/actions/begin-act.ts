import type { ActCeremony, ActName } from '#contract/dashboard/acts.ts'
import type { SignedIn } from '../../database/people/dashboard-sessions.ts'
import { listPasskeys } from '../../database/people/passkeys.ts'
import type { DashboardContext } from '../people/dashboard-context.ts'
import { beginCeremony, CEREMONY_MS } from '../people/passkeys/begin-ceremony.ts'
import { relyingPartyOf } from '../people/passkeys/relying-party.ts'
import { refusing, type Outcome, type RefusalCode } from '../outcome.ts'
import { actDigest } from './act-digest.ts'
import { authorizeAct } from './authorize-act.ts'
import { needsSignature } from './needs-signature.ts'

/** Issues a challenge, valid for one act with this input in this session. */
export function beginAct(
  context: DashboardContext,
  session: SignedIn,
  asked: { act: ActName; input: unknown },
): Promise<Outcome<ActCeremony, RefusalCode>> {
  return refusing(() => begin(context, session, asked))
}

async function begin(
  context: DashboardContext,
  session: SignedIn,
  { act, input }: { act: ActName; input: unknown },
): Promise<ActCeremony> {
  const { database } = context
  const { userId, id: sessionId } = session
  const { input: parsed } = await authorizeAct(database, session, { act, input })
  await needsSignature(database, session, { act, input: parsed })
  const { ceremonyId, challenge } = await beginCeremony(context, {
    purpose: 'act',
    sessionId,
    digest: actDigest({ act, input: parsed, userId, sessionId }),
  })
  const passkeys = await listPasskeys(database, userId)
  return {
    ceremonyId,
    options: {
      challenge,
      rpId: relyingPartyOf(context).id,
      timeout: CEREMONY_MS,
      userVerification: 'required',
      allowCredentials: passkeys.map(({ credentialId, transports }) => ({
        type: 'public-key',
        id: credentialId.toString('base64url'),
        transports,
      })),
    },
  }
}
