import type { FormEvent } from 'react'
import { type Params, useParams, useSearchParams } from 'react-router'
import { ScreenHeading } from '../../layout/screen-heading.tsx'
import { loadMerchant } from '../../lists/load-merchant.ts'
import { browserZone, useZone } from '../../parts/zone.ts'
import type { Deps } from '../../deps.ts'
import { useTranslate } from '../../words/use-language.ts'
import { Entries } from './entries.tsx'
import { entriesQuery, FILTERS, lookedIn, readsQuery, type Looked } from './audit-query.ts'
import { FilterLink } from './filter-link.tsx'
import { Reads } from './reads.tsx'

export async function loadAudit(
  deps: Deps,
  { params, url }: { params: Params; url: string },
): Promise<null> {
  const { queryClient } = deps
  const search = new URL(url).searchParams
  const looked = lookedIn(search, params['merchantId'], browserZone())
  // The screen asks by the days of the chosen zone, which may be the merchant's.
  if (looked.timeZone !== undefined) return loadMerchant(deps, params['merchantId'])
  await (looked.what === 'audit'
    ? queryClient.fetchInfiniteQuery(entriesQuery(deps, looked))
    : queryClient.fetchInfiniteQuery(readsQuery(deps, looked)))
  return null
}

/** `/audit`, `/m/:id/audit`: who did what; with `what=reads`, who read whose personal data. */
export function AuditScreen() {
  const t = useTranslate()
  const [search] = useSearchParams()
  const { merchantId } = useParams()
  const { timeZone } = useZone()
  const looked = lookedIn(search, merchantId, timeZone)
  const isAudit = looked.what === 'audit'
  return (
    <>
      <ScreenHeading>{t(isAudit ? 'audit.title' : 'audit.title-reads')}</ScreenHeading>
      <nav aria-label={t('audit.kinds')} className="kinds">
        <FilterLink change={{ what: '' }} isHere={isAudit}>
          {t('audit.entries')}
        </FilterLink>
        <FilterLink change={{ what: 'reads', action: '' }} isHere={!isAudit}>
          {t('audit.reads')}
        </FilterLink>
      </nav>
      <Filters key={search.toString()} looked={looked} />
      {isAudit ? <Entries looked={looked} /> : <Reads looked={looked} />}
    </>
  )
}

function Filters({ looked: { what, filters } }: { looked: Looked }) {
  const t = useTranslate()
  const [search, setSearch] = useSearchParams()
  const shown = FILTERS.filter((name) => what === 'audit' || name !== 'action')

  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const next = new URLSearchParams(search)
    for (const name of shown) {
      const value = form.get(name)
      if (typeof value === 'string' && value.trim() !== '') next.set(name, value.trim())
      else next.delete(name)
    }
    setSearch(next)
  }

  return (
    <form className="log-filters" onSubmit={apply}>
      {shown.map((name) => (
        <label key={name}>
          <span>{t(`audit.${name}`)}</span>
          <input
            name={name}
            type={name === 'from' || name === 'until' ? 'date' : 'text'}
            maxLength={200}
            defaultValue={filters[name] ?? ''}
            autoComplete="off"
            spellCheck={false}
          />
        </label>
      ))}
      <button type="submit" className="main-button">
        {t('audit.filter')}
      </button>
    </form>
  )
}
