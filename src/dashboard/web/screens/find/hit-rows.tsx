import { Link } from 'react-router'
import type { FindHit, SessionHit } from '#contract/dashboard/find.ts'
import { Mark } from '../../parts/mark.tsx'
import { StandingMark, StandingMoney } from '../../parts/standing.tsx'
import { eventAddress, timelineAddress } from '../../parts/timeline-address.ts'
import { Time } from '../../parts/time.tsx'
import { useLanguage, useTranslate } from '../../words/use-language.ts'

type Of<Kind extends FindHit['kind']> = { hit: Extract<FindHit, { kind: Kind }> }

/** A session and its payment, as a line that opens the timeline. */
export function SessionRow({ hit }: { hit: SessionHit }) {
  const t = useTranslate()
  const { payment, customer } = hit
  const person = customer.email ?? customer.name ?? customer.phone ?? customer.taxId
  return (
    <li>
      <StandingMark of={hit.standing} />
      <span className="hit-amount">
        <StandingMoney of={hit.standing} />
      </span>
      <span className="hit-main">
        <Link to={timelineAddress(hit.merchantId, hit.id)}>
          {hit.orderReference ?? t('find.no-order')}
        </Link>{' '}
        <span className="hint">{hit.merchantName}</span>
      </span>
      <span className="hint">
        <span>{payment === null ? t('find.never-pressed') : t(`method.${payment.method}`)}</span>
        {payment?.cardLastFour != null && <span>{` ••${payment.cardLastFour}`}</span>}
      </span>
      <span className="hint">
        <Time at={payment?.createdAt ?? hit.createdAt} />
      </span>
      {person !== undefined && <span className="hint">{person}</span>}
      <Why hit={hit} />
    </li>
  )
}

export function EventRow({ hit }: Of<'event'>) {
  return (
    <li>
      <span className="hit-main">
        <Link to={eventAddress(hit.merchantId, hit.id)}>
          <code>{hit.type}</code>
        </Link>{' '}
        <span className="hint">{hit.merchantName}</span>
      </span>
      <span className="hint">
        <Time at={hit.createdAt} />
      </span>
      <Why hit={hit} />
    </li>
  )
}

export function MerchantRow({ hit }: Of<'merchant'>) {
  return (
    <li>
      <span className="hit-main">
        <Link to={`/m/${hit.id}`}>{hit.name}</Link> <code className="hint">{hit.id}</code>
      </span>
      <Why hit={hit} />
    </li>
  )
}

export function KeyRow({ hit }: Of<'key'>) {
  const t = useTranslate()
  const { lastFour, revokedAt, merchantId } = hit.key
  const name = t('find.key-ending', { lastFour })
  return (
    <li>
      <Mark tone={revokedAt === null ? 'ok' : 'danger'}>
        {t(revokedAt === null ? 'key.active' : 'key.was-revoked')}
      </Mark>
      <span className="hit-main">
        {merchantId === null ? name : <Link to={`/m/${merchantId}/integration`}>{name}</Link>}{' '}
        <code className="hint">{hit.id}</code>
      </span>
    </li>
  )
}

const NAMED = new Set(['amount', 'lastFour'])

/** The interpretations of the text that led to this hit. */
function Why({ hit }: { hit: FindHit }) {
  const { t, locale } = useLanguage()
  const names = hit.why.flatMap((kind) => nameOf(kind) ?? [])
  if (names.length === 0) return null
  const why = new Intl.ListFormat(locale, { type: 'unit' }).format(names)
  return <span className="hit-why">{t('find.why', { why })}</span>

  function nameOf(kind: string): string | undefined {
    if (NAMED.has(kind)) return t(kind === 'amount' ? 'why.amount' : 'why.lastFour')
    const known = KINDS.find((one) => one === kind)
    return known && t(`reading.${known}`)
  }
}

const KINDS = [
  'id',
  'reference',
  'endToEndId',
  'email',
  'taxId',
  'phone',
  'slip',
  'merchantId',
  'order',
  'merchantName',
  'processorReference',
] as const
