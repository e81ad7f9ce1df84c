import type { PageCheckout, PageMoney, PageSum } from '#contract/page.ts'

/** What one way to pay costs: a plan of installments before the payment, the payment itself after it. */
export interface Terms {
  total: PageMoney
  adjustments: readonly PageSum[]
}

/** Rows between the lines of an order and its total, and that total, which they add up to. */
export interface Price {
  sums: readonly PageSum[]
  total: PageMoney
}

/** The order's price, on the terms of a way to pay if it has some of its own. */
export function priceOf({ amount, sums }: PageCheckout, terms: Terms | null): Price {
  if (terms === null) return { sums, total: amount }
  return { sums: [...sums, ...terms.adjustments], total: terms.total }
}
