import { infiniteQueryOptions } from '@tanstack/react-query'
import type { AuditEntries, PersonReadRows } from '#contract/dashboard/audit.ts'
import type { LookBackPage } from '#contract/list-page.ts'
import { localTimeOf, rangeOfDays } from '#domain/local-time.ts'
import type { Deps } from '../../deps.ts'

export const FILTERS = ['actor', 'action', 'subject', 'from', 'until'] as const
type Filter = (typeof FILTERS)[number]

/** The list and the filters of the address. */
export interface Looked {
  what: 'audit' | 'reads'
  merchantId: string | undefined
  filters: Readonly<Partial<Record<Filter, string>>>
  /** IANA name of the zone of the days `from` and `until`; undefined without either. */
  timeZone: string | undefined
}

export function lookedIn(
  search: URLSearchParams,
  merchantId: string | undefined,
  timeZone: string,
): Looked {
  const what = search.get('what') === 'reads' ? 'reads' : 'audit'
  const given = FILTERS.filter((name) => (search.get(name) ?? '') !== '')
  const of = given.filter((name) => what === 'audit' || name !== 'action')
  return {
    what,
    merchantId,
    filters: Object.fromEntries(of.map((name) => [name, search.get(name) ?? ''])),
    timeZone: of.some((name) => name === 'from' || name === 'until') ? timeZone : undefined,
  }
}

export function entriesQuery(deps: Pick<Deps, 'call'>, looked: Looked) {
  return pagesOf<AuditEntries>(deps, { ...looked, what: 'audit' })
}

export function readsQuery(deps: Pick<Deps, 'call'>, looked: Looked) {
  return pagesOf<PersonReadRows>(deps, { ...looked, what: 'reads' })
}

function pagesOf<Answer extends LookBackPage<unknown>>(
  { call }: Pick<Deps, 'call'>,
  looked: Looked,
) {
  return infiniteQueryOptions({
    queryKey: ['log', looked],
    queryFn: ({ pageParam, signal }) =>
      call<Answer>(`/${looked.what}?${queryOf(looked, pageParam).toString()}`, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ after }) => after,
    staleTime: 0,
  })
}

function queryOf({ merchantId, filters, timeZone }: Looked, after: string | null): URLSearchParams {
  const { from, until, ...texts } = filters
  const query = new URLSearchParams(texts)
  if (merchantId !== undefined) query.set('merchantId', merchantId)
  if (from !== undefined) query.set('from', rangeOfDay(from, timeZone)?.from ?? from)
  if (until !== undefined) query.set('until', rangeOfDay(until, timeZone)?.until ?? until)
  if (after !== null) query.set('after', after)
  return query
}

/** The day's first moment and the next day's, in ISO 8601; undefined for a text that is no day, which the server refuses. */
function rangeOfDay(day: string, timeZone = 'UTC'): { from: string; until: string } | undefined {
  if (Number.isNaN(Date.parse(`${day}T00:00:00Z`))) return undefined
  const { from, until } = rangeOfDays(localTimeOf(timeZone), day, day)
  return { from: from.toISOString(), until: until.toISOString() }
}
