import type { PageInstallment } from '#contract/page.ts'

/** The largest number of installments without interest; 1 where there is no such plan. */
export function freeUpTo(plans: readonly PageInstallment[] | null): number {
  return Math.max(1, ...(plans ?? []).map(({ count, interestFree }) => (interestFree ? count : 1)))
}
