import { z } from 'zod'
import { MerchantId, Uuid } from '../ids.ts'
import { plainText } from '../values.ts'
import { EXPORTED_LISTS } from './lists.ts'

/** The most views that one person may save of one list, for each merchant and for all merchants. */
export const VIEWS_MAX = 50
const NAME_LENGTH_MAX = 60
/** Values by the names of the filters in the page's URL. */
const Filters = z.record(z.string(), z.string())

/** The query of `GET /api/views`. Without `merchant`: views of the list of all merchants, for the operator's people. */
export const ListViews = z.strictObject({
  list: z.enum(EXPORTED_LISTS),
  merchant: MerchantId.optional(),
})

/** Filters of a list that somebody saved under a name: one's own, and those that colleagues share. */
export const SavedView = z.strictObject({
  id: Uuid,
  name: z.string(),
  filters: Filters,
  isShared: z.boolean(),
  isOwn: z.boolean(),
})
export type SavedView = z.infer<typeof SavedView>

/** The answer of `GET /api/views`, by name. */
export const SavedViews = z.strictObject({ views: z.array(SavedView) })
export type SavedViews = z.infer<typeof SavedViews>

/** The body of `POST /api/views`. One's own view of the same name is replaced. */
export const SaveView = z.strictObject({
  list: z.enum(EXPORTED_LISTS),
  merchant: MerchantId.nullable(),
  name: plainText(NAME_LENGTH_MAX),
  filters: Filters,
  isShared: z.boolean(),
})
export type SaveView = z.infer<typeof SaveView>
