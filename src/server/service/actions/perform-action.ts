import type { DashboardAction } from '#contract/dashboard/actions.ts'
import type { PasskeyAssertion } from '#contract/dashboard/passkeys.ts'
import {
  claimDashboardAction,
  readDashboardAction,
  releaseDashboardAction,
  saveMadeByAction,
} from '../../database/people/dashboard-actions.ts'
import { isSessionOpen, type SignedIn } from '../../database/people/dashboard-sessions.ts'
import type { Database, Transaction } from '../../database/engine/database.ts'
import type { DashboardContext } from '../people/dashboard-context.ts'
import { tokenHash } from '../people/token-hash.ts'
import { asObject, idempotencyCutoff, once, type RequestRecord } from '../idempotency.ts'
import { done, refusing, rollBack, valueOf, type Outcome, type RefusalCode } from '../outcome.ts'
import { actionDigest } from './action-digest.ts'
import { authorizeAction } from './authorize-action.ts'
import { needsSignature } from './needs-signature.ts'
import { endSignature, verifySignature } from './passkey-signature.ts'
import type { Verb } from './verbs-of.ts'
import { VERBS } from './verbs.ts'

export interface AskedAction {
  dashboardAction: DashboardAction
  input: unknown
  idempotencyKey: string
  signature: { ceremonyId: string; assertion: PasskeyAssertion } | undefined
}

/**
 * Performs a dashboard action, once for each idempotency key, in one transaction with the end of its challenge, its record and its
 * row of the audit log. When it is refused, nothing was done. A dashboard action that calls a processor has transactions of its
 * own; repeated, it returns what the first one made.
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
  const { database, clock, layout } = context
  const { userId, id: sessionId, memberships } = session
  const authorized = await authorizeAction(database, session, { dashboardAction, input })
  const { input: parsed, extent } = authorized
  const digest = actionDigest({ dashboardAction, input: parsed, userId, sessionId })
  const keyHash = tokenHash(idempotencyKey)
  const verb = VERBS[dashboardAction] as Verb<unknown, unknown>
  const first = { userId, keyHash, forgetBefore: idempotencyCutoff(clock()) }
  const known = 'alone' in verb ? await readDashboardAction(database, first) : undefined
  // A dashboard action that was begun before was checked, and signed, at that time.
  const begun = known?.digest.equals(digest) === true ? known : undefined
  const mustSign =
    begun === undefined &&
    (await needsSignature(database, session, { dashboardAction, input: parsed }))
  if (mustSign && layout === 'production' && signature === undefined)
    throw rollBack('signature_required')
  const signed =
    signature === undefined || begun !== undefined
      ? undefined
      : await verifySignature(context, session, signature, digest)
  const signedBy = begun === undefined ? signed?.passkey : (begun.signedBy ?? undefined)

  const record: RequestRecord = {
    key: `${userId} ${keyHash.toString('base64url')}`,
    async claim(tx, lease) {
      const now = clock()
      const claimed = { ...first, actionDigest: digest, signedBy: signedBy ?? null, now, ...lease }
      const isClaimed = await claimDashboardAction(tx, claimed)
      // Whoever was disabled, or lost a role, after the request was authorized, has no session any more.
      if (isClaimed && !(await isSessionOpen(tx, sessionId))) throw rollBack('not_signed_in')
      // The key and the signature are used up together: both are valid for this one dashboard action.
      if (isClaimed && signed !== undefined) await endSignature(tx, { ...signed, sessionId, now })
      return isClaimed
    },
    async read(tx) {
      const row = await readDashboardAction(tx, first)
      return row && { isSame: row.digest.equals(digest), madeId: row.madeId, kept: null }
    },
    keep: (tx, madeId) => saveMadeByAction(tx, first, madeId),
    release: (tx) => releaseDashboardAction(tx, first),
  }

  const actor = { kind: 'user', userId, dashboardAction, signedBy } as const
  const doer = { ...context, actor, extent, memberships, session: { id: sessionId, userId } }
  if ('alone' in verb) return verb.alone({ ...doer, record }, parsed)
  const request = {
    record,
    sessionIdOf: () => null,
    // What it has made is not read again, since some of it is shown once: whose it is suffices.
    idOf: () => parsed.merchantId ?? userId,
    read: () => Promise.reject(rollBack('already_done')),
    presenter: asObject<unknown>(),
  }
  const performed = await once({ ...context.service, database }, request, async (tx) =>
    done(await verb({ ...doer, database: within(database, tx) }, parsed)),
  )
  return valueOf(performed)
}

/** A database whose queries and transactions run within the transaction `tx`. */
function within(database: Database, tx: Transaction): Database {
  return {
    ...database,
    query: (prepared, values) => tx.query(prepared, values),
    transaction: (work) => work(tx),
  }
}
