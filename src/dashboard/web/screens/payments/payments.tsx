import { useParams } from 'react-router'
import type { ListedSession } from '#contract/dashboard/lists.ts'
import { ExportButton } from '../../lists/export-button.tsx'
import { FoundList } from '../../lists/found-list.tsx'
import { useFilters } from '../../lists/list-filters.ts'
import { ListHead } from '../../lists/list-head.tsx'
import { FilterBar } from './filter-bar.tsx'
import { FILTER_NAMES } from './payment-filters.ts'
import { PaymentRows } from './payment-rows.tsx'

/** `/payments` and `/m/:merchantId/payments`: sessions, newest first, narrowed by the address. */
export function PaymentsScreen() {
  const { merchantId } = useParams()
  const { filters } = useFilters(FILTER_NAMES)
  const { from, to, ...others } = filters
  return (
    <>
      <ListHead list="payments">
        <ExportButton
          list="payments"
          merchantId={merchantId ?? null}
          filters={others}
          from={from}
          to={to}
        />
      </ListHead>
      <FilterBar />
      <FoundList<ListedSession> list="payments" filterNames={FILTER_NAMES}>
        {(rows, ofAll) => <PaymentRows rows={rows} ofAll={ofAll} />}
      </FoundList>
    </>
  )
}
