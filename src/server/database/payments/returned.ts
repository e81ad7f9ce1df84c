import { named } from '../engine/named-statement.ts'
import type { Queryable } from '../engine/database.ts'

/** Anybody can send made-up results. A payment takes no more after this many refusals. */
const REFUSED_MAX = 3

const KEEP = named(
  'keep what came back from a challenge',
  `update payments set returned = :returned
   where id = :id and (status = 'requires_action' or status = 'unknown' and returned is null)
     -- guard: typed-results
     and returned_refused < ${REFUSED_MAX}`,
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
  `update payments set returned = null, returned_refused = returned_refused + :refused::smallint
   where id = :id and returned = :returned`,
)

/** Forgets what a processor has answered, so that it is not asked with it again; one that it refused is counted. */
export async function forgetReturned(
  db: Queryable,
  id: string,
  { returned, isRefused }: { returned: Readonly<Record<string, string>>; isRefused: boolean },
): Promise<void> {
  const refused = isRefused ? 1 : 0
  await db.query(FORGET, FORGET.values({ id, returned: JSON.stringify(returned), refused }))
}
