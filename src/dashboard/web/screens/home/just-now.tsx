import { useQueries, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { ListedSession } from '#contract/dashboard/lists.ts'
import { lastSessionsQuery } from '../../calls/last-sessions.ts'
import { meQuery } from '../../calls/me.ts'
import { Skeleton } from '../../layout/skeleton.tsx'
import { StandingMark, StandingMoney } from '../../parts/standing.tsx'
import { timelineAddress } from '../../parts/timeline-address.ts'
import { Time } from '../../parts/time.tsx'
import { useDeps } from '../../deps.ts'
import { useTranslate } from '../../words/use-language.ts'

const SHOWN = 10
/** For a person who works for several merchants: only those of the first few are loaded. */
const MERCHANTS_MAX = 3

/** The newest sessions that the person may see. They are polled while the page is visible. */
export function JustNow() {
  const t = useTranslate()
  const { call } = useDeps()
  const { data: me } = useSuspenseQuery(meQuery(useDeps()))
  const places = me.memberships
    .filter(({ may }) => may['payments:read'] !== undefined)
    .map(({ merchantId }) => merchantId)
  const isOperator = places.includes(null)
  const lists = useQueries({
    queries: (isOperator ? [null] : places.slice(0, MERCHANTS_MAX)).map((merchantId) =>
      lastSessionsQuery({ call }, merchantId),
    ),
  })
  const rows = lists
    .flatMap(({ data }) => data?.items ?? [])
    .toSorted((one, other) => (one.id < other.id ? 1 : -1))
    .slice(0, SHOWN)
  const isLoading = lists.some(({ isPending }) => isPending)
  const [first = null] = places
  return (
    <section aria-labelledby="just-now">
      <h2 id="just-now">{t('home.now')}</h2>
      {isLoading && <Skeleton />}
      {!isLoading && rows.length === 0 && (
        <div className="empty">
          <p>{t('home.now-none')}</p>
          <p className="hint">{t('payments.none-text')}</p>
        </div>
      )}
      {rows.length > 0 && (
        <>
          <ul className="rows hits">
            {rows.map((row) => (
              <Row key={row.id} row={row} />
            ))}
          </ul>
          <p>
            <Link to={isOperator ? '/payments' : `/m/${first}/payments`}>{t('home.now-all')}</Link>
          </p>
        </>
      )}
      <p role="alert" className="trouble">
        {lists.some(({ error }) => error !== null) && t('needs.trouble')}
      </p>
    </section>
  )
}

function Row({ row }: { row: ListedSession }) {
  const t = useTranslate()
  return (
    <li>
      <span className="hint">
        <Time at={row.createdAt} as="clock" />
      </span>
      <span className="hit-amount">
        <StandingMoney of={row.standing} />
      </span>
      <StandingMark of={row.standing} />
      <span className="hit-main">
        <Link to={timelineAddress(row.merchantId, row.id)}>
          {row.orderReference ?? t('find.no-order')}
        </Link>{' '}
        <span className="hint">{row.merchantName}</span>
      </span>
    </li>
  )
}
