import { Link, useParams } from 'react-router'
import type { ListedRefund } from '#contract/dashboard/lists.ts'
import type { RefundState } from '#contract/refund.ts'
import { ExportButton } from '../../lists/export-button.tsx'
import { FoundList } from '../../lists/found-list.tsx'
import { useFilters } from '../../lists/list-filters.ts'
import { ListHead } from '../../lists/list-head.tsx'
import { SavedViews } from '../../lists/saved-views.tsx'
import { ListTable } from '../../lists/list-table.tsx'
import { OrderCell } from '../../lists/order-cell.tsx'
import { Mark } from '../../parts/mark.tsx'
import { Money } from '../../parts/money.tsx'
import { timelineAddress } from '../../parts/timeline-address.ts'
import { Time } from '../../parts/time.tsx'
import { useTranslate } from '../../words/use-language.ts'

const FILTER_NAMES = ['status', 'from', 'to'] as const
/** In the order of the page: the state that needs attention comes first. */
const STATES: readonly RefundState[] = ['reversed', 'failed', 'pending', 'succeeded']
const TONES = { reversed: 'danger', failed: 'danger', pending: 'warn', succeeded: 'ok' } as const

/** `/refunds` and `/m/:merchantId/refunds`: newest first, of one state or of all. */
export function RefundsScreen() {
  const t = useTranslate()
  const { merchantId } = useParams()
  const { filters, addressWith } = useFilters(FILTER_NAMES)
  const { status, from, to } = filters
  const quick = [undefined, ...STATES]
  return (
    <>
      <ListHead list="refunds">
        <ExportButton
          list="refunds"
          merchantId={merchantId ?? null}
          filters={{}}
          from={from}
          to={to}
        />
      </ListHead>
      <search className="filters" aria-label={t('payments.filters')}>
        <div className="quick">
          {quick.map((state) => (
            <Link
              key={state ?? 'all'}
              to={addressWith({
                ...(state !== undefined && { status: state }),
                ...(from !== undefined && { from }),
                ...(to !== undefined && { to }),
              })}
              aria-current={state === status ? 'true' : undefined}
            >
              {t(state === undefined ? 'payments.quick.all' : `refund.${state}`)}
            </Link>
          ))}
        </div>
        <SavedViews list="refunds" filterNames={FILTER_NAMES} />
      </search>
      <FoundList<ListedRefund> list="refunds" filterNames={FILTER_NAMES}>
        {(rows, ofAll) => <RefundRows rows={rows} ofAll={ofAll} />}
      </FoundList>
    </>
  )
}

function RefundRows({ rows, ofAll }: { rows: readonly ListedRefund[]; ofAll: boolean }) {
  const t = useTranslate()
  return (
    <ListTable
      label={t('refunds.title')}
      heads={
        <>
          <th scope="col">{t('refunds.when')}</th>
          <th scope="col">{t('payments.order')}</th>
          <th scope="col" className="number">
            {t('payments.amount')}
          </th>
          <th scope="col">{t('payments.state')}</th>
          <th scope="col">{t('payments.method')}</th>
          <th scope="col">{t('refunds.reason')}</th>
        </>
      }
    >
      {rows.map((row) => (
        <tr key={row.id} data-id={row.id}>
          <td data-label={t('refunds.when')}>
            <Time at={row.createdAt} />
          </td>
          <OrderCell
            list="refunds"
            to={timelineAddress(row.merchantId, row.sessionId)}
            row={row}
            ofAll={ofAll}
          />
          <td className="number" data-label={t('payments.amount')}>
            <Money amount={row.amount} currency={row.currency} />
          </td>
          <td data-label={t('payments.state')}>
            <Mark tone={TONES[row.status]}>{t(`refund.${row.status}`)}</Mark>
          </td>
          <td data-label={t('payments.method')}>{t(`method.${row.method}`)}</td>
          <td className="hint" data-label={t('refunds.reason')}>
            {row.reason ?? '–'}
          </td>
        </tr>
      ))}
    </ListTable>
  )
}
