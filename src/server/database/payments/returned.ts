import { named } from '../engine/named-statement.ts'
import type { Queryable } from '../engine/database.ts'

/** Anybody can send made-up results. A payment takes no more after this many were refused. */
const REFUSED_MAX = 3

const KEEP = named(
  'keep what came back from a challenge',
  `update payments set returned = :returned
   where id = :id and (status = 'requires_action' or status = 'unknown' and returned is null)
     -- guard: typed-results
     and returned_refused < ${REFUSED_MAX}
     and sha256(convert_to(:returned, 'UTF8')) <> all (returned_refused_digests)`,
)

/**
 * Keeps what came back from a challenge, the last of it. A payment whose outcome is unknown keeps what its processor was asked
 * with, since only that is repeated.
 */
export async function keepReturned(
  db: Queryable,
  id: string,
  returned: Readonly<Record<string, string>>,
): Promise<void> {
  await db.query(KEEP, KEEP.values({ id, returned: JSON.stringify(returned) }))
}

const FORGET = named(
  'forget what came back from a challenge',
  `update payments set returned = null,
     returned_refused = returned_refused + :isRefused::boolean::int,
     returned_refused_digests = case when :isRefused::boolean
       then returned_refused_digests || sha256(convert_to(:returned, 'UTF8'))
       else returned_refused_digests end
   where id = :id and returned = :returned`,
)

/** Forgets what a processor has answered, so that it is not asked with it again; what it refused is counted, and never kept again. */
export async function forgetReturned(
  db: Queryable,
  id: string,
  { returned, isRefused }: { returned: Readonly<Record<string, string>>; isRefused: boolean },
): Promise<void> {
  await db.query(FORGET, FORGET.values({ id, returned: JSON.stringify(returned), isRefused }))
}
