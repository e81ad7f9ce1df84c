import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { ListedSession } from '#contract/dashboard/lists.ts'
import { merchantZoneQuery } from '../../calls/merchant-zone.ts'
import { ScreenHeading } from '../../layout/screen-heading.tsx'
import { ExportButton } from '../../lists/export-button.tsx'
import { FoundList } from '../../lists/found-list.tsx'
import { useFilters } from '../../lists/list-filters.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { useDeps } from '../../deps.ts'
import { useTranslate } from '../../words/use-language.ts'
import { FilterBar } from './filter-bar.tsx'
import { FILTER_NAMES } from './payment-filters.ts'
import { PaymentRows } from './payment-rows.tsx'

/** `/payments` and `/m/:merchantId/payments`: sessions, newest first, narrowed by the address. */
export function PaymentsScreen() {
  const t = useTranslate()
  const deps = useDeps()
  const { merchantId } = useParams()
  const merchant = useQuery({
    ...merchantZoneQuery(deps, merchantId ?? ''),
    enabled: merchantId !== undefined,
  })
  const name = merchantId === undefined ? undefined : merchant.data?.name
  const { filters } = useFilters(FILTER_NAMES)
  const { from, to, ...others } = filters
  return (
    <>
      <header className="list-head">
        <ScreenHeading>
          {name === undefined ? t('payments.title') : t('payments.title-of', { name })}
        </ScreenHeading>
        <span className="list-actions">
          <CopyButton text={location.href} what={t('list.link')} />
          <ExportButton
            list="payments"
            merchantId={merchantId ?? null}
            filters={others}
            from={from}
            to={to}
          />
        </span>
      </header>
      <FilterBar />
      <FoundList<ListedSession> list="payments" filterNames={FILTER_NAMES}>
        {(rows, ofAll) => <PaymentRows rows={rows} ofAll={ofAll} />}
      </FoundList>
    </>
  )
}
