import { VIEWS_MAX, type SavedViews, type SaveView } from '#contract/dashboard/views.ts'
import {
  listViews as list,
  removeView as remove,
  saveView as save,
  type ViewedList,
} from '../../database/people/dashboard-views.ts'
import { newUuid } from '../keys/new-uuid.ts'
import type { DashboardContext } from './dashboard-context.ts'

type Context = Pick<DashboardContext, 'database' | 'clock' | 'random'>

/** A person's own views of a list and those that colleagues share, by name. */
export async function listViews(
  { database }: Pick<Context, 'database'>,
  of: ViewedList & { userId: string },
): Promise<SavedViews> {
  const views = await list(database, of)
  return { views: views.toSorted((one, other) => one.name.localeCompare(other.name)) }
}

/** Saves a view. False, and nothing is saved, when the person already has `VIEWS_MAX` others of this list. */
export function saveView(
  { database, clock, random }: Context,
  userId: string,
  { merchant, ...view }: SaveView,
): Promise<boolean> {
  const id = newUuid(random)
  return save(database, {
    ...view,
    id,
    userId,
    merchantId: merchant,
    now: clock(),
    most: VIEWS_MAX,
  })
}

/** Removes a person's own view; false when they have no such view. */
export function removeView(
  { database }: Pick<Context, 'database'>,
  view: { id: string; userId: string },
): Promise<boolean> {
  return remove(database, view)
}
