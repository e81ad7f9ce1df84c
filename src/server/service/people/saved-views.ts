import { VIEWS_MAX, type SavedViews, type SaveView } from '#contract/dashboard/views.ts'
import {
  listViews as list,
  removeView as remove,
  saveView as save,
  type ViewedList,
} from '../../database/people/dashboard-views.ts'
import { newUuid } from '../keys/new-uuid.ts'
import type { DashboardContext } from './dashboard-context.ts'
import { done, refuse, type Outcome } from '../outcome.ts'

type Context = Pick<DashboardContext, 'database' | 'clock' | 'random'>

/** A person's own views of a list and those that colleagues share, by name. */
export async function listViews(
  { database }: Pick<Context, 'database'>,
  of: ViewedList & { userId: string },
): Promise<SavedViews> {
  const views = await list(database, of)
  return { views: views.toSorted((one, other) => one.name.localeCompare(other.name)) }
}

/** Saves a view. `too_many_views`: the person already has `VIEWS_MAX` others of this list. */
export async function saveView(
  { database, clock, random }: Context,
  userId: string,
  { merchant, ...view }: SaveView,
): Promise<Outcome<undefined, 'too_many_views'>> {
  const id = newUuid(random)
  const isSaved = await save(database, {
    ...view,
    id,
    userId,
    merchantId: merchant,
    now: clock(),
    most: VIEWS_MAX,
  })
  return isSaved ? done(undefined) : refuse('too_many_views')
}

/** Removes a person's own view. */
export async function removeView(
  { database }: Pick<Context, 'database'>,
  view: { id: string; userId: string },
): Promise<Outcome<undefined, 'not_found'>> {
  return (await remove(database, view)) ? done(undefined) : refuse('not_found')
}
