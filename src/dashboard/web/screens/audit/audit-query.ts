import { infiniteQueryOptions } from '@tanstack/react-query'
import type { AuditActs, PersonReadRows } from '../../../../contract/dashboard/audit.ts'
import type { ZoneChoice } from '../../parts/zone.ts'
import type { Surroundings } from '../../surroundings.ts'

export const FILTERS = ['actor', 'action', 'subject', 'from', 'until'] as const
type Filter = (typeof FILTERS)[number]

/** What the address asks for. */
export interface Looked {
  what: 'audit' | 'reads'
  merchantId: string | undefined
  filters: Readonly<Partial<Record<Filter, string>>>
  zone: ZoneChoice
}

export function lookedIn(
  search: URLSearchParams,
  merchantId: string | undefined,
  zone: ZoneChoice,
): Looked {
  const what = search.get('what') === 'reads' ? 'reads' : 'audit'
  const given = FILTERS.filter((name) => (search.get(name) ?? '') !== '')
  const of = given.filter((name) => what === 'audit' || name !== 'action')
  return {
    what,
    merchantId,
    filters: Object.fromEntries(of.map((name) => [name, search.get(name) ?? ''])),
    zone,
  }
}

export function actsQuery(surroundings: Pick<Surroundings, 'call'>, looked: Looked) {
  return pagesOf<AuditActs>(surroundings, { ...looked, what: 'audit' })
}

export function readsQuery(surroundings: Pick<Surroundings, 'call'>, looked: Looked) {
  return pagesOf<PersonReadRows>(surroundings, { ...looked, what: 'reads' })
}

function pagesOf<Answer extends { cursor: string | null }>(
  { call }: Pick<Surroundings, 'call'>,
  looked: Looked,
) {
  return infiniteQueryOptions({
    queryKey: ['log', looked],
    queryFn: ({ pageParam, signal }) =>
      call<Answer>(`/${looked.what}?${queryOf(looked, pageParam).toString()}`, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    staleTime: 0,
  })
}

function queryOf({ merchantId, filters, zone }: Looked, cursor: string | null): URLSearchParams {
  const { from, until, ...texts } = filters
  const query = new URLSearchParams(texts)
  if (merchantId !== undefined) query.set('merchantId', merchantId)
  if (from !== undefined) query.set('from', startOf(from, zone, 0))
  if (until !== undefined) query.set('until', startOf(until, zone, 1))
  if (cursor !== null) query.set('cursor', cursor)
  return query
}

/** When a day, or the one so many days later, begins in the chosen zone. */
function startOf(day: string, zone: ZoneChoice, later: number): string {
  const start = new Date(zone === 'utc' ? `${day}T00:00:00Z` : `${day}T00:00:00`)
  if (Number.isNaN(start.getTime())) return day
  if (zone === 'utc') start.setUTCDate(start.getUTCDate() + later)
  else start.setDate(start.getDate() + later)
  return start.toISOString()
}
