import { z } from 'zod'
import { UserId } from '#contract/ids.ts'
import { Email } from '#contract/values.ts'
import { CommandFailure } from '#client/tools/command-line/exit.ts'
import { findUserId } from '#server/database/people/users.ts'
import type { Operator } from '../../as-operator.ts'

/** Names a person: their id, or their e-mail. */
export const User = z.union(
  [UserId, Email],
  'must be the id of a person (usr_…) or an e-mail address',
)

/** The id of a person that an argument names. */
export async function requireUser({ database }: Operator, user: string): Promise<string> {
  const userId = UserId.safeParse(user).success ? user : await findUserId(database, user)
  if (userId === undefined) throw noUser(user)
  return userId
}

export function noUser(user: string): CommandFailure {
  return new CommandFailure(`There is no ${user}. Those there are: npx checkout users list`)
}
