import { named } from '../engine/named-statement.ts'
import type { Queryable } from '../engine/database.ts'

export interface UserName {
  id: string
  name: string | null
  email: string | null
}

const NAMES = named(
  'names of users',
  `select u.id, u.name, u.email from users u where u.id = any(:ids::text[])
     and (:merchantId::uuid is null
       or exists (select 1 from memberships m where m.user_id = u.id and m.merchant_id = :merchantId))`,
)

/** Names of the people with these ids; with `merchantId`, only of this merchant's own people. */
export async function readUserNames(
  db: Queryable,
  ids: readonly string[],
  merchantId: string | null,
): Promise<UserName[]> {
  return ids.length === 0 ? [] : db.query<UserName>(NAMES, NAMES.values({ ids, merchantId }))
}
