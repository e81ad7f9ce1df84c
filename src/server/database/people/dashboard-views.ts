import type { SavedView } from '#contract/dashboard/views.ts'
import type { Queryable } from '../engine/database.ts'
import { named } from '../engine/named-statement.ts'

/** A list of one merchant; `merchantId` null: of all merchants. */
export interface ViewedList {
  list: 'payments' | 'refunds'
  merchantId: string | null
}

const SHARED_MAX = 100

/** A union of two queries: one index finds a person's own views, another the views that others share. */
const LIST = named(
  'dashboard views',
  `select id, name, filters, is_shared as "isShared", true as "isOwn" from dashboard_views
   where user_id = :userId and merchant_id is not distinct from :merchantId and list = :list
   union all
   (select id, name, filters, is_shared, false from dashboard_views
    where is_shared and user_id <> :userId and merchant_id is not distinct from :merchantId and list = :list
    order by created_at limit ${SHARED_MAX})`,
)

/** A person's own views of a list, and the views of it that others share. */
export function listViews(
  db: Queryable,
  of: ViewedList & { userId: string },
): Promise<SavedView[]> {
  return db.query<SavedView>(LIST, LIST.values(of))
}

const SAVE = named(
  'save dashboard view',
  `insert into dashboard_views (id, user_id, merchant_id, list, name, filters, is_shared, created_at)
   select :id, :userId, :merchantId, :list, :name, :filters::jsonb, :isShared, :now
   where (select count(*) from dashboard_views
     where user_id = :userId and merchant_id is not distinct from :merchantId and list = :list
       and lower(name) <> lower(:name)) < :most
   on conflict (user_id, merchant_id, list, lower(name))
   do update set name = excluded.name, filters = excluded.filters, is_shared = excluded.is_shared
   returning 1`,
)

/** Saves a view, in place of the person's view of the same name. False, and nothing is saved, when they have `most` others. */
export async function saveView(
  db: Queryable,
  view: ViewedList & {
    id: string
    userId: string
    name: string
    filters: Readonly<Record<string, string>>
    isShared: boolean
    now: Date
    most: number
  },
): Promise<boolean> {
  const values = SAVE.values({ ...view, filters: JSON.stringify(view.filters) })
  return (await db.query(SAVE, values)).length > 0
}

const REMOVE = named(
  'remove dashboard view',
  'delete from dashboard_views where id = :id and user_id = :userId returning 1',
)

/** Removes a person's own view; false when they have no such view. */
export async function removeView(
  db: Queryable,
  view: { id: string; userId: string },
): Promise<boolean> {
  return (await db.query(REMOVE, REMOVE.values(view))).length > 0
}
