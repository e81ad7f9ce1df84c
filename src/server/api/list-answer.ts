import type { Page } from '#contract/list-page.ts'
import { done, refuse } from '../service/outcome.ts'

/** A page as a list of the API. */
export async function listAnswer<Row, Item>(
  { items, hasMore }: Page<Row>,
  present: (row: Row) => Item | Promise<Item>,
) {
  return done({ object: 'list' as const, data: await Promise.all(items.map(present)), hasMore })
}

/**
 * Refuses a cursor that is not an object of the list, since the page after it could begin anywhere. The answer is the same
 * for an object of another merchant.
 */
export const UNKNOWN_CURSOR = refuse('invalid_cursor', 'What after names is not in this list.', {
  fields: [{ path: 'after', code: 'invalid_cursor', message: 'is not in this list' }],
})
