import type { PageInstallment } from '#contract/page.ts'

/** The plan with the most installments without interest; undefined where there is none. Plans are in the order of their counts. */
export function longestFreePlan(
  plans: readonly PageInstallment[] | null,
): PageInstallment | undefined {
  return plans?.filter(({ count, interestFree }) => count > 1 && interestFree).at(-1)
}
