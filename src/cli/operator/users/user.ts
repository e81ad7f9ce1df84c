import { z } from 'zod'
import { UserId } from '#contract/ids.ts'
import { Email } from '#contract/values.ts'
import { findUserId } from '#server/database/people/users.ts'
import type { Operator } from '../../as-operator.ts'
import { notFound } from '../../value-of.ts'

/** Names a person: their id, or their e-mail. */
export const User = z.union(
  [UserId, Email],
  'must be the id of a person (usr_…) or an e-mail address',
)

/** The id of a person that an argument names. */
export async function requireUser({ database }: Operator, user: string): Promise<string> {
  const userId = UserId.safeParse(user).success ? user : await findUserId(database, user)
  if (userId === undefined) throw notFound({ kind: 'user', id: user })
  return userId
}
