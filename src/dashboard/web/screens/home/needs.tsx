import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { DeadlineNeed, Need, Needs, PaymentNeed } from '#contract/dashboard/needs.ts'
import { Skeleton } from '../../layout/skeleton.tsx'
import { Mark } from '../../parts/mark.tsx'
import { timelineAddress } from '../../parts/timeline-address.ts'
import { Time } from '../../parts/time.tsx'
import { webhookAddress } from '#domain/dashboard/addresses.ts'
import { useDeps } from '../../deps.ts'
import { useTranslate } from '../../words/use-language.ts'

const POLL_MS = 30_000

/** What waits for the person, each item with a link to its page. */
export function NeedsYou() {
  const t = useTranslate()
  const { call } = useDeps()
  const { data, error } = useQuery({
    queryKey: ['needs'],
    queryFn: ({ signal }) => call<Needs>('/needs', { signal }),
    refetchInterval: POLL_MS,
  })
  return (
    <section aria-labelledby="needs">
      <h2 id="needs">{t('needs.title')}</h2>
      {data === undefined && error === null && <Skeleton />}
      {data?.needs.length === 0 && (
        <div className="empty">
          <p>{t('needs.none')}</p>
          <p className="hint">{t('needs.none-text')}</p>
        </div>
      )}
      {data !== undefined && data.needs.length > 0 && (
        <ul className="rows hits">
          {data.needs.map((need) => (
            <Row
              key={`${need.kind} ${need.kind === 'breaker' ? need.method : need.merchantId}`}
              need={need}
              countedMax={data.countedMax}
            />
          ))}
        </ul>
      )}
      {data?.hasMore === true && <p className="hint">{t('needs.more')}</p>}
      <p role="alert" className="trouble">
        {error !== null && t('needs.trouble')}
      </p>
    </section>
  )
}

function Row({ need, countedMax }: { need: Need; countedMax: number }) {
  const t = useTranslate()
  const max = String(countedMax)
  switch (need.kind) {
    case 'breaker':
      return (
        <li>
          <Mark tone="danger">{t('needs.breaker')}</Mark>
          <span className="hit-main">
            <Link to="/system">
              {t('needs.breaker-text', { method: t(`method.${need.method}`) })}
            </Link>
          </span>
        </li>
      )
    case 'keys':
      return (
        <li>
          <Mark tone="warn">{t('needs.keys')}</Mark>
          <span className="hit-main">
            <Link to={`/m/${need.merchantId}/integration`}>{need.merchantName}</Link>
          </span>
          <span>{t('needs.keys-count', { count: need.count })}</span>
          <span className="hint">
            {t('needs.ends')} <Time at={need.endsAt} />
          </span>
        </li>
      )
    case 'webhook_failing':
    case 'webhook_disabled':
      return (
        <li>
          <Mark tone="danger">{t(`needs.${need.kind}`)}</Mark>
          <span className="hit-main">
            <Link to={webhookAddress(need.merchantId)}>{need.merchantName}</Link>
          </span>
          {need.count > 0 && (
            <span>
              {need.count >= countedMax
                ? t('needs.undelivered-many', { max })
                : t('needs.undelivered', { count: need.count })}
            </span>
          )}
          <Since at={need.since} />
        </li>
      )
    case 'unknown':
    case 'mismatch':
    case 'owed':
    case 'refund_failed':
    case 'refund_reversed':
    case 'taken_back':
    case 'capture_stuck':
    case 'void_failed':
    case 'unexplained_money':
    case 'fraud_reported':
      return (
        <OfOrder
          need={need}
          tone={URGENT.has(need.kind) ? 'danger' : 'warn'}
          counted={
            need.count >= countedMax
              ? t('needs.many', { max })
              : t('needs.count', { count: need.count })
          }
        >
          <Since at={need.since} />
        </OfOrder>
      )
    case 'authorization_ends':
    case 'dispute_due':
      return (
        <OfOrder
          need={need}
          tone={need.isUrgent ? 'danger' : 'warn'}
          counted={
            need.count >= countedMax
              ? t('needs.first-of-many', { max })
              : t('needs.first-of', { count: need.count })
          }
        >
          <span className="hint">
            {t('needs.until')} <Time at={need.endsAt} />
          </span>
        </OfOrder>
      )
  }
}

const URGENT: ReadonlySet<Need['kind']> = new Set([
  'taken_back',
  'capture_stuck',
  'unexplained_money',
])

/** What concerns orders of a merchant, with a link to the first, or to the disputes. `counted` tells of more than one. */
function OfOrder({ need, tone, counted, children }: OfOrderProps) {
  const t = useTranslate()
  const { merchantId, sessionId } = need
  // The list begins with the dispute that is due first.
  const to =
    need.kind === 'dispute_due'
      ? `/m/${merchantId}/disputes`
      : timelineAddress(merchantId, sessionId)
  return (
    <li>
      <Mark tone={tone}>{t(`needs.${need.kind}`)}</Mark>
      <span className="hit-main">
        <Link to={to}>{need.orderReference ?? t('find.no-order')}</Link>{' '}
        <span className="hint">{need.merchantName}</span>
      </span>
      {need.count > 1 && <span>{counted}</span>}
      {children}
    </li>
  )
}

interface OfOrderProps {
  need: PaymentNeed | DeadlineNeed
  tone: 'warn' | 'danger'
  counted: string
  children: ReactNode
}

function Since({ at }: { at: string | null }) {
  const t = useTranslate()
  if (at === null) return null
  return (
    <span className="hint">
      {t('needs.since')} <Time at={at} />
    </span>
  )
}
