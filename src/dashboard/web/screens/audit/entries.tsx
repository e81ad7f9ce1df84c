import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { ShownAuditEntry, AuditEntries } from '#contract/dashboard/audit.ts'
import { Skeleton } from '../../layout/skeleton.tsx'
import { Time } from '../../parts/time.tsx'
import { useDeps } from '../../deps.ts'
import { useTranslate } from '../../words/use-language.ts'
import { entriesQuery, type Looked } from './audit-query.ts'
import { FilterLink } from './filter-link.tsx'
import { ListEnd, NoRows } from './list-end.tsx'
import { Who } from './who.tsx'

export function Entries({ looked }: { looked: Looked }) {
  const query = useInfiniteQuery(entriesQuery(useDeps(), looked))
  const pages = query.data?.pages
  const first = pages?.[0]
  if (query.error !== null && pages === undefined) throw query.error
  if (pages === undefined || first === undefined) return <Skeleton />
  const rows = pages.flatMap((page) => page.items)
  return (
    <>
      <Chain chain={first.chain} />
      {rows.length === 0 && <NoRows looked={looked} />}
      {rows.length > 0 && (
        <ol className="rows log">
          {rows.map((row) => (
            <Entry key={row.sequence} row={row} isOfMerchant={looked.merchantId !== undefined} />
          ))}
        </ol>
      )}
      <ListEnd query={query} last={pages.at(-1)} />
    </>
  )
}

/** Whether the log was whole when it was last verified. */
function Chain({ chain }: Pick<AuditEntries, 'chain'>) {
  const t = useTranslate()
  const { verifiedUntil, verifiedAt, brokenAt } = chain
  if (brokenAt !== null)
    return (
      <p role="alert" className="trouble">
        {t('audit.broken', { sequence: String(brokenAt) })}
      </p>
    )
  if (verifiedUntil === null || verifiedAt === null)
    return <p className="hint">{t('audit.unverified')}</p>
  return (
    <p className="hint">
      {t('audit.whole', { sequence: String(verifiedUntil) })} <Time at={verifiedAt} />
    </p>
  )
}

const HAS_PLACE = /^(?:cs|pay|evt)_/

function Entry({ row, isOfMerchant }: { row: ShownAuditEntry; isOfMerchant: boolean }) {
  const t = useTranslate()
  const { sequence, at, who, by, action, subject, merchantId, details, isSigned } = row
  return (
    <li>
      <span className="log-when">
        <span className="log-number">{sequence}</span> <Time at={at} />
      </span>
      <span className="log-what">
        <strong>
          <Who who={who} />
        </strong>
        <code>{action}</code>
        {isSigned && <span className="mark">{t('audit.signed')}</span>}
        {by !== null && by !== action && <span className="hint">{by}</span>}
      </span>
      <span className="log-object">
        {HAS_PLACE.test(subject) ? <Link to={`/o/${subject}`}>{subject}</Link> : subject}{' '}
        <FilterLink change={{ subject }} label={`${t('audit.only-subject')}: ${subject}`}>
          <svg viewBox="0 0 16 16" aria-hidden="true" className="only">
            <path d="M2 3h12l-4.6 5.4V13l-2.8 1.2V8.4z" />
          </svg>
        </FilterLink>
        {!isOfMerchant && merchantId !== null && merchantId !== subject && (
          <span className="hint">
            {t('audit.merchant')} <Link to={`/m/${merchantId}/audit`}>{merchantId}</Link>
          </span>
        )}
      </span>
      {details.length > 0 && (
        <details>
          <summary>{t('audit.details')}</summary>
          <dl>
            {details.map(({ name, value }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </li>
  )
}
