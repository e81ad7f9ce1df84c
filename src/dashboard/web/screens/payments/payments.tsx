import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import type { ListedSession } from '../../../../contract/dashboard/lists.ts'
import { merchantZoneQuery } from '../../calls/merchant-zone.ts'
import { ErrorScreen } from '../../layout/error-view.tsx'
import { ScreenHeading } from '../../layout/screen-heading.tsx'
import { Skeleton } from '../../layout/skeleton.tsx'
import { ExportButton } from '../../lists/export-button.tsx'
import { useFilters } from '../../lists/list-filters.ts'
import { ListFoot } from '../../lists/list-foot.tsx'
import { askedOf, listQuery } from '../../lists/list-query.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { useZone } from '../../parts/zone.ts'
import { useSurroundings } from '../../surroundings.ts'
import { useSay } from '../../words/use-language.ts'
import { FilterBar } from './filter-bar.tsx'
import { FILTER_NAMES } from './payment-filters.ts'
import { PaymentRows } from './payment-rows.tsx'

/** `/payments` and `/m/:merchantId/payments`: sessions, newest first, narrowed by the address. */
export function PaymentsScreen() {
  const say = useSay()
  const surroundings = useSurroundings()
  const { merchantId } = useParams()
  const merchant = useQuery({
    ...merchantZoneQuery(surroundings, merchantId ?? ''),
    enabled: merchantId !== undefined,
  })
  const name = merchantId === undefined ? undefined : merchant.data?.name
  const { filters } = useFilters(FILTER_NAMES)
  const { from, to, ...others } = filters
  return (
    <>
      <header className="list-head">
        <ScreenHeading>
          {name === undefined ? say('payments.title') : say('payments.title-of', { name })}
        </ScreenHeading>
        <span className="list-acts">
          <CopyButton text={location.href} what={say('list.link')} />
          {merchantId !== undefined && (
            <ExportButton
              list="payments"
              merchantId={merchantId}
              filters={others}
              from={from}
              to={to}
            />
          )}
        </span>
      </header>
      <FilterBar />
      <Sessions />
    </>
  )
}

function Sessions() {
  const say = useSay()
  const surroundings = useSurroundings()
  const { merchantId } = useParams()
  const { timeZone } = useZone()
  const { filters, addressWith } = useFilters(FILTER_NAMES)
  const asked = askedOf(filters, { merchantId, timeZone })
  const query = useInfiniteQuery(listQuery<ListedSession>(surroundings, '/sessions', asked))
  const { data, error, refetch, isPlaceholderData, hasNextPage } = query
  if (data === undefined)
    return error === null ? (
      <Skeleton />
    ) : (
      <ErrorScreen error={error} onAgain={() => void refetch()} />
    )
  const rows = data.pages.flatMap((page) => page.rows)
  const isFiltered = Object.keys(filters).length > 0
  return (
    <div className="list" aria-busy={isPlaceholderData}>
      {rows.length > 0 ? (
        <PaymentRows rows={rows} ofAll={merchantId === undefined} />
      ) : (
        <div className="empty">
          <p>{say(isFiltered ? 'payments.none-match' : 'payments.none')}</p>
          <p className="hint">
            {isFiltered && !hasNextPage && (
              <Link to={addressWith({})}>{say('payments.clear')}</Link>
            )}
            {isFiltered && hasNextPage && say('list.look-further')}
            {!isFiltered && say('payments.none-text')}
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
