import { Link } from 'react-router'
import type { ListedDispute } from '#contract/dashboard/disputes.ts'
import { DISPUTE_STATES } from '#contract/dispute-states.ts'
import { disputeAddress } from '#domain/dashboard/addresses.ts'
import { FoundList } from '../../lists/found-list.tsx'
import { useFilters } from '../../lists/list-filters.ts'
import { ListHead } from '../../lists/list-head.tsx'
import { ListTable } from '../../lists/list-table.tsx'
import { OrderCell } from '../../lists/order-cell.tsx'
import { DisputeMark } from '../../parts/dispute-mark.tsx'
import { Money } from '../../parts/money.tsx'
import { Time } from '../../parts/time.tsx'
import { useTranslate } from '../../words/use-language.ts'

const FILTER_NAMES = ['status'] as const
const FIRST = DISPUTE_STATES[0]

/** `/disputes` and `/m/:merchantId/disputes`: those that wait for an answer, the one that is due first at the top; or others. */
export function DisputesScreen() {
  const t = useTranslate()
  const { filters, addressWith } = useFilters(FILTER_NAMES)
  return (
    <>
      <ListHead list="disputes" />
      <search className="filters" aria-label={t('payments.filters')}>
        <div className="quick">
          {[...DISPUTE_STATES, 'all' as const].map((status) => (
            <Link
              key={status}
              to={addressWith(status === FIRST ? {} : { status })}
              aria-current={status === (filters.status ?? FIRST) ? 'true' : undefined}
            >
              {t(status === 'all' ? 'disputes.all' : `dispute.${status}`)}
            </Link>
          ))}
        </div>
      </search>
      <FoundList<ListedDispute> list="disputes" filterNames={FILTER_NAMES}>
        {(rows, ofAll) => <DisputeRows rows={rows} ofAll={ofAll} />}
      </FoundList>
    </>
  )
}

function DisputeRows({ rows, ofAll }: { rows: readonly ListedDispute[]; ofAll: boolean }) {
  const t = useTranslate()
  return (
    <ListTable
      label={t('disputes.title')}
      note={t('disputes.as-said')}
      heads={
        <>
          <th scope="col">{t('disputes.due')}</th>
          <th scope="col">{t('payments.order')}</th>
          <th scope="col" className="number">
            {t('payments.amount')}
          </th>
          <th scope="col">{t('payments.state')}</th>
          <th scope="col">{t('disputes.stage')}</th>
          <th scope="col">{t('disputes.opened')}</th>
        </>
      }
    >
      {rows.map((row) => (
        <tr key={row.id} data-id={row.id}>
          <td data-label={t('disputes.due')}>
            {row.respondBy === null ? '–' : <Time at={row.respondBy} />}
          </td>
          <OrderCell
            list="disputes"
            to={disputeAddress(row.merchantId, row.id)}
            row={row}
            ofAll={ofAll}
          />
          <td className="number" data-label={t('payments.amount')}>
            <Money amount={row.amount} currency={row.currency} />
          </td>
          <td data-label={t('payments.state')}>
            <DisputeMark status={row.status} />
          </td>
          <td data-label={t('disputes.stage')}>{t(`dispute.stage.${row.stage}`)}</td>
          <td data-label={t('disputes.opened')}>
            <Time at={row.openedAt} />
          </td>
        </tr>
      ))}
    </ListTable>
  )
}
