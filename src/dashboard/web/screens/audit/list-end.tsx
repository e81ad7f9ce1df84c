import { Link } from 'react-router'
import type { LookBackPage } from '#contract/list-page.ts'
import { Trouble } from '../../layout/error-view.tsx'
import { Time } from '../../parts/time.tsx'
import { useTranslate } from '../../words/use-language.ts'
import type { Looked } from './audit-query.ts'

/** Shown instead of rows when there are none, or none that match. */
export function NoRows({ looked: { what, filters } }: { looked: Looked }) {
  const t = useTranslate()
  const isAudit = what === 'audit'
  if (Object.keys(filters).length > 0)
    return (
      <div className="empty">
        <p>{t('audit.none-match')}</p>
        <p>
          <Link to={isAudit ? '?' : '?what=reads'}>{t('audit.clear')}</Link>
        </p>
      </div>
    )
  return (
    <div className="empty">
      <p>{t(isAudit ? 'audit.none' : 'audit.none-reads')}</p>
      <p className="hint">{t(isAudit ? 'audit.none-text' : 'audit.none-reads-text')}</p>
    </div>
  )
}

/** How far back the server has searched, and a button to search further. */
export function ListEnd({ query, last }: ListEndProps) {
  const t = useTranslate()
  if (last === undefined) return null
  const { lookedBackTo, hasMore } = last
  return (
    <p className="list-end">
      {!hasMore && <span>{t('audit.all')}</span>}
      {hasMore && lookedBackTo !== null && (
        <span>
          {t('audit.looked-back')} <Time at={lookedBackTo} />
        </span>
      )}
      {query.hasNextPage && (
        <button
          type="button"
          className="quiet"
          disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('audit.further')}
        </button>
      )}
      <Trouble error={query.error} />
    </p>
  )
}

interface ListEndProps {
  query: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => Promise<unknown>
    error: unknown
  }
  last: LookBackPage<unknown> | undefined
}
