import type { PageSum } from '#contract/page.ts'
import type { Translate } from '#words/words.ts'
import { minus } from '#domain/minus.ts'

/** The signed amount of a row between lines and total. */
export function sumText({ kind, amount }: PageSum, t: Translate): string {
  if (kind === 'shipping' && amount.minor === 0) return t('order.free')
  const isTakenOff = (kind === 'discount' && !amount.text.startsWith('-')) || amount.minor < 0
  return isTakenOff ? minus(amount.text) : amount.text
}

/** The detail next to the name of a row: the merchant's label, or the plan that interest belongs to. */
export function sumDetail({ label, plan }: PageSum, t: Translate): string | null {
  if (plan === undefined || plan.monthlyRate === null) return label
  return t('order.interest-plan', { count: plan.count, rate: plan.monthlyRate })
}

/** The row's name and its detail, on one line. */
export function sumName(sum: PageSum, t: Translate): string {
  const detail = sumDetail(sum, t)
  const kind = t(`order.${sum.kind}`)
  return detail === null ? kind : `${kind} (${detail})`
}
