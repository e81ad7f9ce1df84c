import type { ListedSession } from '#contract/dashboard/lists.ts'
import { ListTable } from '../../lists/list-table.tsx'
import { OrderCell } from '../../lists/order-cell.tsx'
import { Mark } from '../../parts/mark.tsx'
import { StandingMark, StandingMoney } from '../../parts/standing.tsx'
import { timelineAddress } from '../../parts/timeline-address.ts'
import { Time } from '../../parts/time.tsx'
import { useTranslate } from '../../words/use-language.ts'
import { useDeclineText } from './use-filter-texts.ts'

/** A table of sessions. Each row links to the session's timeline. */
export function PaymentRows({ rows, ofAll }: { rows: readonly ListedSession[]; ofAll: boolean }) {
  const t = useTranslate()
  return (
    <ListTable
      label={t('payments.title')}
      heads={
        <>
          <th scope="col">{t('payments.when')}</th>
          <th scope="col">{t('payments.order')}</th>
          <th scope="col" className="number">
            {t('payments.amount')}
          </th>
          <th scope="col">{t('payments.state')}</th>
          <th scope="col">{t('payments.method')}</th>
          <th scope="col">{t('payments.payer')}</th>
        </>
      }
    >
      {rows.map((row) => (
        <Row key={row.id} row={row} ofAll={ofAll} />
      ))}
    </ListTable>
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
      <OrderCell
        list="payments"
        to={timelineAddress(row.merchantId, row.id)}
        row={row}
        ofAll={ofAll}
      />
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
