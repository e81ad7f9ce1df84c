import type { PageCheckout } from '#contract/page.ts'
import type { Price } from '../../receipt/price.ts'

/** Above this number of lines, a sticky total is shown below them. */
const LINES_WITHOUT_TOTAL_MAX = 5

/** Whether the order's total is repeated below its lines: not where it would stand alone below a few lines. */
export function hasOwnTotal({ lines }: Pick<PageCheckout, 'lines'>, sums: Price['sums']): boolean {
  return sums.length > 0 || lines.length > LINES_WITHOUT_TOTAL_MAX
}
