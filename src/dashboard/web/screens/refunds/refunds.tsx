import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link, useParams } from 'react-router'
import type { ListedRefund } from '#contract/dashboard/lists.ts'
import type { RefundState } from '#contract/refund.ts'
import { merchantZoneQuery } from '../../calls/merchant-zone.ts'
import { ScreenHeading } from '../../layout/screen-heading.tsx'
import { ExportButton } from '../../lists/export-button.tsx'
import { FoundList } from '../../lists/found-list.tsx'
import { useFilters } from '../../lists/list-filters.ts'
import { SavedViews } from '../../lists/saved-views.tsx'
import { useRowKeys } from '../../lists/use-row-keys.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Mark } from '../../parts/mark.tsx'
import { Money } from '../../parts/money.tsx'
import { timelineAddress } from '../../parts/timeline-address.ts'
import { Time } from '../../parts/time.tsx'
import { useDeps } from '../../deps.ts'
import { useTranslate } from '../../words/use-language.ts'

const FILTER_NAMES = ['status', 'from', 'to'] as const
/** In the order of the page: the state that needs attention comes first. */
const STATES: readonly RefundState[] = ['reversed', 'failed', 'pending', 'succeeded']
const TONES = { reversed: 'danger', failed: 'danger', pending: 'warn', succeeded: 'ok' } as const

/** `/refunds` and `/m/:merchantId/refunds`: newest first, of one state or of all. */
export function RefundsScreen() {
  const t = useTranslate()
  const deps = useDeps()
  const { merchantId } = useParams()
  const merchant = useQuery({
    ...merchantZoneQuery(deps, merchantId ?? ''),
    enabled: merchantId !== undefined,
  })
  const name = merchantId === undefined ? undefined : merchant.data?.name
  const { filters, addressWith } = useFilters(FILTER_NAMES)
  const { status, from, to } = filters
  const quick = [undefined, ...STATES]
  return (
    <>
      <header className="list-head">
        <ScreenHeading>
          {name === undefined ? t('refunds.title') : t('refunds.title-of', { name })}
        </ScreenHeading>
        <span className="list-actions">
          <CopyButton text={location.href} what={t('list.link')} />
          <ExportButton
            list="refunds"
            merchantId={merchantId ?? null}
            filters={{}}
            from={from}
            to={to}
          />
        </span>
      </header>
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
  const table = useRef<HTMLTableElement>(null)
  const copied = useRowKeys(table)
  return (
    <>
      <table ref={table} className="list-table" aria-label={t('refunds.title')}>
        <thead>
          <tr>
            <th scope="col">{t('refunds.when')}</th>
            <th scope="col">{t('payments.order')}</th>
            <th scope="col" className="number">
              {t('payments.amount')}
            </th>
            <th scope="col">{t('payments.state')}</th>
            <th scope="col">{t('payments.method')}</th>
            <th scope="col">{t('refunds.reason')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} data-id={row.id}>
              <td data-label={t('refunds.when')}>
                <Time at={row.createdAt} />
              </td>
              <th scope="row" data-label={t('payments.order')}>
                <Link data-row to={timelineAddress(row.merchantId, row.sessionId)}>
                  {row.orderReference ?? t('find.no-order')}
                </Link>
                {ofAll && (
                  <>
                    {' '}
                    <Link className="hint" to={`/m/${row.merchantId}/refunds`}>
                      {row.merchantName}
                    </Link>
                  </>
                )}
              </th>
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
        </tbody>
      </table>
      <output className="visually-hidden">
        {copied !== null && t('list.copied', { id: copied })}
      </output>
    </>
  )
}
