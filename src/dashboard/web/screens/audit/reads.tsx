import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Skeleton } from '../../layout/skeleton.tsx'
import { Time } from '../../parts/time.tsx'
import { useDeps } from '../../deps.ts'
import { useTranslate } from '../../words/use-language.ts'
import { readsQuery, type Looked } from './audit-query.ts'
import { ListEnd, NoRows } from './list-end.tsx'
import { Who } from './who.tsx'

export function Reads({ looked }: { looked: Looked }) {
  const t = useTranslate()
  const query = useInfiniteQuery(readsQuery(useDeps(), looked))
  const pages = query.data?.pages
  if (query.error !== null && pages === undefined) throw query.error
  if (pages === undefined) return <Skeleton />
  const rows = pages.flatMap((page) => page.items)
  return (
    <>
      {rows.length === 0 && <NoRows looked={looked} />}
      {rows.length > 0 && (
        <ol className="rows log">
          {rows.map(({ id, at, who, subject, fields, why }) => (
            <li key={id}>
              <span className="log-when">
                <Time at={at} />
              </span>
              <span className="log-what">
                <strong>
                  <Who who={who} />
                </strong>
                <span>{why}</span>
              </span>
              <span className="log-object">
                {subject === null ? (
                  <span className="hint">{t('audit.nobody')}</span>
                ) : (
                  <>
                    {t('audit.of')} <Link to={`/o/${subject}`}>{subject}</Link>{' '}
                  </>
                )}
                {fields.length > 0 && <span className="hint">{t('audit.fields', { fields })}</span>}
              </span>
            </li>
          ))}
        </ol>
      )}
      <ListEnd query={query} last={pages.at(-1)} />
    </>
  )
}
