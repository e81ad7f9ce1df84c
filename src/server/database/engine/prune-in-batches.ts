import type { Queryable, Statement } from './database.ts'

/** Bounds how long one statement runs. */
export const PRUNE_BATCH = 5000

/** Repeats a statement that deletes at most `PRUNE_BATCH` rows and returns a row for each, until none is left. */
export async function pruneInBatches(
  db: Queryable,
  prune: Statement,
  values: readonly unknown[],
): Promise<void> {
  let pruned: unknown[]
  // guard: prune-to-the-end
  do pruned = await db.query(prune, values)
  while (pruned.length === PRUNE_BATCH)
}
