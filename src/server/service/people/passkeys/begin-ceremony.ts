import { insertCeremony } from '../../../database/people/ceremonies.ts'
import { newUuid } from '../../keys/new-uuid.ts'
import type { DashboardContext } from '../dashboard-context.ts'

/** How long a challenge may be answered. */
export const CEREMONY_MS = 120_000
const CHALLENGE_BYTES = 32

interface NewCeremony {
  purpose: 'register' | 'act'
  /** Only this session may answer. */
  sessionId: string
  /** Appended to the challenge, so that the signature covers it. */
  digest?: Uint8Array
}

/** Issues a challenge to a session, which can be answered once. */
export async function beginCeremony(
  { database, clock, random }: Pick<DashboardContext, 'database' | 'clock' | 'random'>,
  { purpose, sessionId, digest = new Uint8Array() }: NewCeremony,
): Promise<{ ceremonyId: string; challenge: string }> {
  const id = newUuid(random)
  const challenge = Buffer.concat([random(CHALLENGE_BYTES), digest])
  const expiresAt = new Date(clock().getTime() + CEREMONY_MS)
  await insertCeremony(database, { id, challenge, purpose, sessionId, expiresAt })
  return { ceremonyId: id, challenge: challenge.toString('base64url') }
}
