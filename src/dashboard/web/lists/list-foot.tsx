import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { Trouble } from '../layout/error-view.tsx'
import { Time } from '../parts/time.tsx'
import { useTranslate } from '../words/use-language.ts'

/** The number of rows shown, how far back the server has searched, and the button for more. */
export function ListFoot({
  count,
  lookedBackTo,
  query,
}: {
  count: number
  lookedBackTo: string | null
  query: Pick<
    UseInfiniteQueryResult,
    'hasNextPage' | 'fetchNextPage' | 'isFetchingNextPage' | 'error' | 'refetch' | 'isFetching'
  >
}) {
  const t = useTranslate()
  const { hasNextPage, isFetchingNextPage } = query
  return (
    <footer className="list-foot">
      <output>
        <span>{t('list.shown', { count })}</span>
        {!hasNextPage && <span>{` · ${t('list.all')}`}</span>}
        {hasNextPage && lookedBackTo !== null && (
          <span>
            {` · ${t('list.looked-back')} `}
            <Time at={lookedBackTo} />
          </span>
        )}
      </output>
      {hasNextPage && (
        <button
          type="button"
          className="quiet"
          aria-disabled={isFetchingNextPage}
          onClick={() => isFetchingNextPage || void query.fetchNextPage()}
        >
          {t(isFetchingNextPage ? 'app.loading' : 'list.further')}
        </button>
      )}
      <button type="button" className="quiet" onClick={() => void query.refetch()}>
        {t(query.isFetching && !isFetchingNextPage ? 'app.loading' : 'list.again')}
      </button>
      <Trouble error={query.error} />
    </footer>
  )
}
