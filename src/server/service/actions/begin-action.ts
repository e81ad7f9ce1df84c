import type { DashboardActionCeremony, DashboardAction } from '#contract/dashboard/actions.ts'
import type { SignedIn } from '../../database/people/dashboard-sessions.ts'
import { listPasskeys } from '../../database/people/passkeys.ts'
import type { DashboardContext } from '../people/dashboard-context.ts'
import { beginCeremony, CEREMONY_MS } from '../people/passkeys/begin-ceremony.ts'
import { relyingPartyOf } from '../people/passkeys/relying-party.ts'
import { refusing, type Outcome, type RefusalCode } from '../outcome.ts'
import { actionDigest } from './action-digest.ts'
import { authorizeAction } from './authorize-action.ts'
import { needsSignature } from './needs-signature.ts'

/** Issues a challenge, valid for one dashboard action with this input in this session. */
export function beginDashboardAction(
  context: DashboardContext,
  session: SignedIn,
  asked: { dashboardAction: DashboardAction; input: unknown },
): Promise<Outcome<DashboardActionCeremony, RefusalCode>> {
  return refusing(() => begin(context, session, asked))
}

async function begin(
  context: DashboardContext,
  session: SignedIn,
  { dashboardAction, input }: { dashboardAction: DashboardAction; input: unknown },
): Promise<DashboardActionCeremony> {
  const { database } = context
  const { userId, id: sessionId } = session
  const { input: parsed } = await authorizeAction(database, session, { dashboardAction, input })
  await needsSignature(database, session, { dashboardAction, input: parsed })
  const { ceremonyId, challenge } = await beginCeremony(context, {
    purpose: 'act',
    sessionId,
    digest: actionDigest({ dashboardAction, input: parsed, userId, sessionId }),
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
