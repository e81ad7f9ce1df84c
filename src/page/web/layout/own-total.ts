import type { PageCheckout } from '../../../contract/page.ts'
import type { Price } from '../../receipt/price.ts'

/** Above this number of lines, a sticky total is shown below them. */
const LINES_WITHOUT_TOTAL_MAX = 5

/** Whether an order's total stands below its lines, too: not alone below a few of them. */
export function hasOwnTotal({ lines }: Pick<PageCheckout, 'lines'>, sums: Price['sums']): boolean {
  return sums.length > 0 || lines.length > LINES_WITHOUT_TOTAL_MAX
}
