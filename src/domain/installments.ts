import type { InstallmentOption } from '#contract/checkout.ts'
import { LIMITS } from '#contract/limits.ts'
import type { InstallmentPlan } from '#contract/session.ts'

/** In basis points. */
const WHOLE = 10_000n

const INTEREST_FREE = { interestFree: true, interest: 0, monthlyInterestBasisPoints: 0 }

/**
 * The installment options for `amountMinor` (minor units), fewest first; a single payment is always the first. Up to
 * `interestFree` installments the total is the amount and the first one carries the remainder. Beyond, installments are
 * equal (annuity, "Price table", at the monthly rate) and rounded up to a whole minor unit; the total is their product.
 */
export function installmentOptions(
  amountMinor: number,
  plan: InstallmentPlan,
): [InstallmentOption, ...InstallmentOption[]] {
  const options: [InstallmentOption, ...InstallmentOption[]] = [atOnce(amountMinor)]
  // An installment is at least one minor unit, also when the merchant sets no minimum.
  const minimum = Math.max(1, plan.minimumPerInstallment)
  for (let count = 2; count <= plan.max; count++) {
    const option = inInstallments(amountMinor, count, plan)
    if (Math.floor(option.total / count) < minimum) break
    if (option.total > LIMITS.amountMinorMax) break
    options.push(option)
  }
  return options
}

/** The monthly rate of `count` installments in basis points; 0 without interest. */
export function monthlyInterestOf(
  count: number,
  plan: Pick<InstallmentPlan, 'interestFree' | 'monthlyInterestBasisPoints'>,
): number {
  return count <= plan.interestFree ? 0 : plan.monthlyInterestBasisPoints
}

function atOnce(amountMinor: number): InstallmentOption {
  return { count: 1, perInstallment: amountMinor, total: amountMinor, ...INTEREST_FREE }
}

function inInstallments(
  amountMinor: number,
  count: number,
  plan: InstallmentPlan,
): InstallmentOption {
  if (monthlyInterestOf(count, plan) === 0) {
    return {
      count,
      perInstallment: Math.ceil(amountMinor / count),
      total: amountMinor,
      ...INTEREST_FREE,
    }
  }
  const perInstallment = annuity(amountMinor, count, plan.monthlyInterestBasisPoints)
  const total = perInstallment * count
  return {
    count,
    perInstallment,
    total,
    interestFree: false,
    interest: total - amountMinor,
    monthlyInterestBasisPoints: plan.monthlyInterestBasisPoints,
  }
}

/** The installment, rounded up, in exact arithmetic: floating point is wrong by a unit from 10¹¹ minor units on. */
function annuity(amountMinor: number, count: number, basisPoints: number): number {
  const rate = BigInt(basisPoints)
  const growth = (WHOLE + rate) ** BigInt(count)
  const numerator = BigInt(amountMinor) * rate * growth
  const denominator = WHOLE * (growth - WHOLE ** BigInt(count))
  // guard: exact-installments
  return Number((numerator + denominator - 1n) / denominator)
}
