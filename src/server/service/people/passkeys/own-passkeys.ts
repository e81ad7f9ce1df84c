import type { OwnPasskeys } from '#contract/dashboard/passkeys.ts'
import { listPasskeys } from '../../../database/people/passkeys.ts'
import { countRecoveryCodes } from '../../../database/people/recovery-codes.ts'
import type { DashboardContext } from '../dashboard-context.ts'

/** A person's passkeys, oldest first, and how many recovery codes they have left. */
export async function listOwnPasskeys(
  { database }: Pick<DashboardContext, 'database'>,
  userId: string,
): Promise<OwnPasskeys> {
  const [passkeys, recoveryCodesLeft] = await Promise.all([
    listPasskeys(database, userId),
    countRecoveryCodes(database, userId),
  ])
  return {
    passkeys: passkeys.map(({ credentialId, name, isBackedUp, createdAt, lastUsedAt }) => ({
      id: credentialId.toString('base64url'),
      name,
      isBackedUp,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    recoveryCodesLeft,
  }
}
