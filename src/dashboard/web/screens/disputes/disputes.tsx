import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link, useParams } from 'react-router'
import type { ListedDispute } from '#contract/dashboard/disputes.ts'
import { DISPUTE_STATES } from '#contract/dispute-states.ts'
import { disputeAddress } from '#domain/dashboard/addresses.ts'
import { merchantZoneQuery } from '../../calls/merchant-zone.ts'
import { ScreenHeading } from '../../layout/screen-heading.tsx'
import { FoundList } from '../../lists/found-list.tsx'
import { useFilters } from '../../lists/list-filters.ts'
import { useRowKeys } from '../../lists/use-row-keys.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { DisputeMark } from '../../parts/dispute-mark.tsx'
import { Money } from '../../parts/money.tsx'
import { Time } from '../../parts/time.tsx'
import { useDeps } from '../../deps.ts'
import { useTranslate } from '../../words/use-language.ts'

const FILTER_NAMES = ['status'] as const
const FIRST = DISPUTE_STATES[0]

/** `/disputes` and `/m/:merchantId/disputes`: those that wait for an answer, the one that is due first at the top; or others. */
export function DisputesScreen() {
  const t = useTranslate()
  const deps = useDeps()
  const { merchantId } = useParams()
  const merchant = useQuery({
    ...merchantZoneQuery(deps, merchantId ?? ''),
    enabled: merchantId !== undefined,
  })
  const name = merchantId === undefined ? undefined : merchant.data?.name
  const { filters, addressWith } = useFilters(FILTER_NAMES)
  return (
    <>
      <header className="list-head">
        <ScreenHeading>
          {name === undefined ? t('disputes.title') : t('disputes.title-of', { name })}
        </ScreenHeading>
        <span className="list-actions">
          <CopyButton text={location.href} what={t('list.link')} />
        </span>
      </header>
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
  const table = useRef<HTMLTableElement>(null)
  const copied = useRowKeys(table)
  return (
    <>
      <table ref={table} className="list-table" aria-label={t('disputes.title')}>
        <thead>
          <tr>
            <th scope="col">{t('disputes.due')}</th>
            <th scope="col">{t('payments.order')}</th>
            <th scope="col" className="number">
              {t('payments.amount')}
            </th>
            <th scope="col">{t('payments.state')}</th>
            <th scope="col">{t('disputes.stage')}</th>
            <th scope="col">{t('disputes.opened')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} data-id={row.id}>
              <td data-label={t('disputes.due')}>
                {row.respondBy === null ? '–' : <Time at={row.respondBy} />}
              </td>
              <th scope="row" data-label={t('payments.order')}>
                <Link data-row to={disputeAddress(row.merchantId, row.id)}>
                  {row.orderReference ?? t('find.no-order')}
                </Link>
                {ofAll && (
                  <>
                    {' '}
                    <Link className="hint" to={`/m/${row.merchantId}/disputes`}>
                      {row.merchantName}
                    </Link>
                  </>
                )}
              </th>
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
        </tbody>
      </table>
      <p className="hint">{t('disputes.as-said')}</p>
      <output className="visually-hidden">
        {copied !== null && t('list.copied', { id: copied })}
      </output>
    </>
  )
}
