import { insertCeremony } from '../../database/ceremonies.ts'
import { newUuid } from '../../operator/new-uuid.ts'
import type { DashboardContext } from '../dashboard-context.ts'

/** How long a challenge may be answered. */
export const CEREMONY_MS = 120_000
const CHALLENGE_BYTES = 32

/** Gives out a challenge, to be answered once. `sessionId`: only by this session. */
export async function beginCeremony(
  { database, clock, random }: Pick<DashboardContext, 'database' | 'clock' | 'random'>,
  { purpose, sessionId }: { purpose: 'sign_in' | 'register'; sessionId: string | null },
): Promise<{ ceremonyId: string; challenge: string }> {
  const id = newUuid(random)
  const challenge = random(CHALLENGE_BYTES)
  const expiresAt = new Date(clock().getTime() + CEREMONY_MS)
  await insertCeremony(database, { id, challenge, purpose, sessionId, expiresAt })
  return { ceremonyId: id, challenge: Buffer.from(challenge).toString('base64url') }
}
