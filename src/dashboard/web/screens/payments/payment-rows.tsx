import { useRef } from 'react'
import { Link } from 'react-router'
import type { ListedSession } from '#contract/dashboard/lists.ts'
import { useRowKeys } from '../../lists/use-row-keys.ts'
import { Mark } from '../../parts/mark.tsx'
import { StandingMark, StandingMoney } from '../../parts/standing.tsx'
import { timelineAddress } from '../../parts/timeline-address.ts'
import { Time } from '../../parts/time.tsx'
import { useTranslate } from '../../words/use-language.ts'
import { useDeclineText } from './use-filter-texts.ts'

/** A table of sessions. Each row links to the session's timeline. */
export function PaymentRows({ rows, ofAll }: { rows: readonly ListedSession[]; ofAll: boolean }) {
  const t = useTranslate()
  const table = useRef<HTMLTableElement>(null)
  const copied = useRowKeys(table)
  return (
    <>
      <table ref={table} className="list-table" aria-label={t('payments.title')}>
        <thead>
          <tr>
            <th scope="col">{t('payments.when')}</th>
            <th scope="col">{t('payments.order')}</th>
            <th scope="col" className="number">
              {t('payments.amount')}
            </th>
            <th scope="col">{t('payments.state')}</th>
            <th scope="col">{t('payments.method')}</th>
            <th scope="col">{t('payments.payer')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} ofAll={ofAll} />
          ))}
        </tbody>
      </table>
      <output className="visually-hidden">
        {copied !== null && t('list.copied', { id: copied })}
      </output>
    </>
  )
}

function Row({ row, ofAll }: { row: ListedSession; ofAll: boolean }) {
  const t = useTranslate()
  const { payment, customer } = row
  const person = customer.email ?? customer.name ?? customer.phone ?? customer.taxId
  return (
    <tr data-id={row.id}>
      <td data-label={t('payments.when')}>
        <Time at={row.createdAt} />
      </td>
      <th scope="row" data-label={t('payments.order')}>
        <Link data-row to={timelineAddress(row.merchantId, row.id)}>
          {row.orderReference ?? t('find.no-order')}
        </Link>
        {ofAll && (
          <>
            {' '}
            <Link className="hint" to={`/m/${row.merchantId}/payments`}>
              {row.merchantName}
            </Link>
          </>
        )}
      </th>
      <td className="number" data-label={t('payments.amount')}>
        <StandingMoney of={row.standing} />
      </td>
      <td data-label={t('payments.state')}>
        <State row={row} />
      </td>
      <td data-label={t('payments.method')}>
        {payment === null ? (
          <span className="hint">{t('find.never-pressed')}</span>
        ) : (
          <>
            <span>{t(`method.${payment.method}`)}</span>
            {payment.cardLastFour !== null && <span>{` ••${payment.cardLastFour}`}</span>}
          </>
        )}
      </td>
      <td className="hint" data-label={t('payments.payer')}>
        {person ?? '–'}
      </td>
    </tr>
  )
}

/** What the payment is, and why it was declined or that it came late. */
function State({ row: { payment, standing } }: { row: ListedSession }) {
  const t = useTranslate()
  const declineText = useDeclineText()
  return (
    <>
      <StandingMark of={standing} />
      {payment !== null && payment.declineCode !== null && (
        <span className="hint"> {declineText(payment.declineCode)}</span>
      )}
      {payment?.late === true && (
        <>
          {' '}
          <Mark tone="warn">{t('payments.is-late')}</Mark>
        </>
      )}
    </>
  )
}
