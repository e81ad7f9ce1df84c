import { Link } from 'react-router'
import { useTranslate } from '../words/use-language.ts'

/** The order of a list's row, which leads to its screen; in a list of all merchants also the merchant, to its own list. */
export function OrderCell({
  list,
  to,
  row,
  ofAll,
}: {
  list: 'payments' | 'refunds' | 'disputes'
  to: string
  row: { orderReference: string | null; merchantId: string; merchantName: string }
  ofAll: boolean
}) {
  const t = useTranslate()
  return (
    <th scope="row" data-label={t('payments.order')}>
      <Link data-row to={to}>
        {row.orderReference ?? t('find.no-order')}
      </Link>
      {ofAll && (
        <>
          {' '}
          <Link className="hint" to={`/m/${row.merchantId}/${list}`}>
            {row.merchantName}
          </Link>
        </>
      )}
    </th>
  )
}
