import { z } from 'zod'

/** A page of a list. The next one begins after its last item. */
export interface Page<Item> {
  items: Item[]
  hasMore: boolean
}

/**
 * A page of a list that examines a bounded number of rows, the newest first, whether they match or not. A page with few items or
 * none may be followed by more.
 */
export interface LookBackPage<Item, Time = string> extends Page<Item> {
  /** Where the next page begins; null when there is none. */
  after: string | null
  /** When the oldest row that was examined was made; null when none was. */
  lookedBackTo: Time | null
}

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ items: z.array(item), hasMore: z.boolean() })

export const lookBackPageOf = <Item extends z.ZodType>(item: Item) =>
  pageOf(item).extend({ after: z.string().nullable(), lookedBackTo: z.iso.datetime().nullable() })
