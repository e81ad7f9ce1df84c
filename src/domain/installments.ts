import type { InstallmentOption } from '../contract/checkout.ts'
import { LIMITS } from '../contract/limits.ts'
import type { InstallmentPlan } from '../contract/session.ts'

/**
 * The ways to pay `amountMinor` in installments, fewest first; paying at once is always the first. Up to
 * `interestFree` the total is the amount and the first installment carries the remainder; beyond it equal installments
 * by the Price table at the monthly rate, rounded up to a whole minor unit, so that the total is their exact product.
 */
export function installmentOptions(
  amountMinor: number,
  plan: InstallmentPlan,
): [InstallmentOption, ...InstallmentOption[]] {
  const options: [InstallmentOption, ...InstallmentOption[]] = [atOnce(amountMinor)]
  // No part of a minor unit can be paid, whatever the merchant's minimum.
  const minimum = Math.max(1, plan.minimumPerInstallment)
  for (let count = 2; count <= plan.max; count++) {
    const option = inInstallments(amountMinor, count, plan)
    if (Math.floor(option.total / count) < minimum) break
    if (option.total > LIMITS.amountMinorMax) break
    options.push(option)
  }
  return options
}

function atOnce(amountMinor: number): InstallmentOption {
  return { count: 1, perInstallment: amountMinor, total: amountMinor, interestFree: true }
}

function inInstallments(
  amountMinor: number,
  count: number,
  plan: InstallmentPlan,
): InstallmentOption {
  const rate = plan.monthlyInterestBasisPoints / 10_000
  if (count <= plan.interestFree || rate === 0) {
    return {
      count,
      perInstallment: Math.ceil(amountMinor / count),
      total: amountMinor,
      interestFree: true,
    }
  }
  const exact = (amountMinor * rate) / (1 - (1 + rate) ** -count)
  // A hair's breadth below the exact product of two floats must not cost the shopper a whole unit more.
  const perInstallment = Math.ceil(exact - 1e-6)
  return { count, perInstallment, total: perInstallment * count, interestFree: false }
}
