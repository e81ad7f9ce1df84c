import { z } from 'zod'
import { Uuid } from '#contract/ids.ts'
import { ListedRefundsQuery, ListedSessionsQuery } from '#contract/dashboard/lists.ts'
import { ListViews, SaveView } from '#contract/dashboard/views.ts'
import { readMerchantZone } from '#server/service/merchants/read-merchant-home.ts'
import { listViews, removeView, saveView } from '#server/service/people/saved-views.ts'
import type { SignedIn } from '#server/service/people/read-session.ts'
import type { Calls } from './calls.ts'
import type { DashboardOptions } from './dashboard-options.ts'
import { mayAt } from './scope-of.ts'
import { refusalOf } from './answers.ts'

const Nothing = z.strictObject({})

/** The parameters of a list's query that are filters. */
const FILTERS = {
  payments: ListedSessionsQuery.omit({ merchant: true, after: true, tz: true }),
  refunds: ListedRefundsQuery.omit({ merchant: true, after: true, tz: true }),
}

/** Registers the calls of saved views: filters of a list under a name, for oneself or for all who see the list. */
export function addViewCalls(
  calls: Calls,
  { context: service }: Pick<DashboardOptions, 'context'>,
): void {
  /** False for a merchant that does not exist, too. */
  const seesList = async (session: SignedIn, merchantId: string | null) =>
    mayAt(session, 'payments:read', merchantId) &&
    (merchantId === null ||
      (await readMerchantZone(service, { merchantId }, merchantId)) !== undefined)

  calls.readOpen('/api/views', async (call, session) => {
    const asked = ListViews.safeParse(call.query())
    if (!asked.success) return { refused: 'invalid_request' }
    const { list, merchant = null } = asked.data
    if (!(await seesList(session, merchant))) return { refused: 'not_found' }
    const { userId } = session
    return { data: await listViews(service, { userId, list, merchantId: merchant }) }
  })

  calls.changeOpen('/api/views', SaveView, async (_call, view, session) => {
    if (!(await seesList(session, view.merchant))) return { refused: 'not_found' }
    if (!FILTERS[view.list].safeParse(view.filters).success) return { refused: 'invalid_request' }
    const saved = await saveView(service, session.userId, view)
    return saved.outcome === 'done' ? { data: {} } : refusalOf(saved)
  })

  calls.changeOpen('/api/views/:id/remove', Nothing, async (call, _body, { userId }) => {
    const id = Uuid.safeParse(call.parameter('id'))
    if (!id.success) return { refused: 'not_found' }
    const removed = await removeView(service, { id: id.data, userId })
    return removed.outcome === 'done' ? { data: {} } : refusalOf(removed)
  })
}
