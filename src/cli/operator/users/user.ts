import { z } from 'zod'
import { UserId } from '#contract/ids.ts'
import { Email } from '#contract/values.ts'
import { CommandFailure } from '#client/tools/command-line/exit.ts'
import { findUserIds } from '#server/database/people/users.ts'
import type { Operator } from '../../as-operator.ts'
import { notFound } from '../../value-of.ts'

/** Names a person: their id, or their e-mail. */
export const User = z.union(
  [UserId, Email],
  'must be the id of a person (usr_…) or an e-mail address',
)

/** The id of a person that an argument names. */
export async function requireUser({ database }: Operator, user: string): Promise<string> {
  if (UserId.safeParse(user).success) return user
  const [userId, ...others] = await findUserIds(database, user)
  if (userId === undefined) throw notFound({ kind: 'user', id: user })
  if (others.length > 0)
    throw new CommandFailure(
      `Several accounts have ${user}, since merchants' people invited that address, too. Name one by its id: ${[userId, ...others].join(', ')}. "npx --no checkout users list" says whose each is.`,
    )
  return userId
}
