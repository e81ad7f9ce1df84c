import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { Refused } from '../calls/call.ts'
import { ErrorScreen } from '../layout/error-view.tsx'
import { Skeleton } from '../layout/skeleton.tsx'
import { useZone } from '../parts/zone.ts'
import { useDeps } from '../deps.ts'
import { useTranslate } from '../words/use-language.ts'
import { useFilters } from './list-filters.ts'
import { ListFoot } from './list-foot.tsx'
import { askedOf, listQuery } from './list-query.ts'

const PATHS = { payments: '/sessions', refunds: '/refunds', disputes: '/disputes' } as const

/** The rows that match the address, or why there are none. `children` gets `ofAll`: whether they are of all merchants. */
export function FoundList<Row>({ list, filterNames, children }: FoundListProps<Row>) {
  const t = useTranslate()
  const deps = useDeps()
  const { merchantId } = useParams()
  const { timeZone } = useZone()
  const { filters, addressWith } = useFilters(filterNames)
  const asked = askedOf(filters, { merchantId, timeZone })
  const query = useInfiniteQuery(listQuery<Row>(deps, PATHS[list], asked))
  const { data, error, refetch, isPlaceholderData, hasNextPage } = query
  if (error instanceof Refused && error.code === 'invalid_request')
    return (
      <div className="empty" role="alert">
        <p>{t('list.bad-filter')}</p>
        <p>
          <Link to={addressWith({})}>{t('payments.clear')}</Link>
        </p>
      </div>
    )
  if (data === undefined)
    return error === null ? (
      <Skeleton />
    ) : (
      <ErrorScreen error={error} onAgain={() => void refetch()} />
    )
  const rows = data.pages.flatMap((page) => page.items)
  const isFiltered = Object.keys(filters).length > 0
  return (
    <div className="list" aria-busy={isPlaceholderData}>
      {rows.length > 0 ? (
        children(rows, merchantId === undefined)
      ) : (
        <div className="empty">
          <p>{t(isFiltered ? `${list}.none-match` : `${list}.none`)}</p>
          <p className="hint">
            {isFiltered && !hasNextPage && <Link to={addressWith({})}>{t('payments.clear')}</Link>}
            {hasNextPage && <span>{t('list.look-further')}</span>}
            {!isFiltered && !hasNextPage && <span>{t(`${list}.none-text`)}</span>}
          </p>
        </div>
      )}
      <ListFoot
        count={rows.length}
        lookedBackTo={data.pages.at(-1)?.lookedBackTo ?? null}
        query={query}
      />
    </div>
  )
}

interface FoundListProps<Row> {
  list: keyof typeof PATHS
  filterNames: readonly string[]
  children: (rows: readonly Row[], ofAll: boolean) => ReactNode
}
