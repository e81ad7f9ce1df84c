import type { InstallmentOption } from '../contract/checkout.ts'
import { LIMITS } from '../contract/limits.ts'
import type { InstallmentPlan } from '../contract/session.ts'

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
  // Floating-point error above a whole unit must not cost the shopper one unit more.
  const perInstallment = Math.ceil(exact - 1e-6)
  return { count, perInstallment, total: perInstallment * count, interestFree: false }
}
