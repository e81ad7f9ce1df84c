import { z } from 'zod'
import type { Customer } from '#contract/session.ts'

/** E-mail suffixes that steer vouchers, as in Stripe's documentation of boleto. */
const VOUCHER_SUFFIXES = [
  'succeed_immediately',
  'expire_immediately',
  'expire_with_delay',
  'fill_never',
] as const

/** E-mail suffixes that steer refunds of any method. */
const REFUND_SUFFIXES = { refund_fails: 'fail', refund_pending: 'wait' } as const

/** E-mail suffixes that steer held cards: how a capture, a release or the hold itself goes. */
const HOLD_SUFFIXES = [
  'capture_fails',
  'capture_silent',
  'capture_reversed',
  'void_silent',
  'hold_ends',
] as const

/** What becomes of a held card when it is captured or released. */
export const HoldBehavior = z.enum(['succeed', ...HOLD_SUFFIXES])
export type HoldBehavior = z.infer<typeof HoldBehavior>

/** What happens to a voucher without a request. */
export type VoucherBehavior = (typeof VOUCHER_SUFFIXES)[number] | 'succeed_with_delay'

/** `return`: it succeeds, and its money comes back some seconds later. */
export type RefundBehavior = 'succeed' | 'fail' | 'wait' | 'return'

/** By the suffix of the e-mail's local part; by default the voucher is paid after some seconds. */
export function voucherBehaviorOf(email: string | undefined): VoucherBehavior {
  return VOUCHER_SUFFIXES.find((suffix) => localPartEnds(email, suffix)) ?? 'succeed_with_delay'
}

/** By the suffix of the e-mail's local part; by default a refund succeeds at once. */
export function refundBehaviorOf(email: string | undefined): RefundBehavior {
  const behaviors = Object.entries(REFUND_SUFFIXES)
  return behaviors.find(([suffix]) => localPartEnds(email, suffix))?.[1] ?? 'succeed'
}

/** By the suffix of the e-mail's local part; by default a hold is captured and released at once when asked. */
export function holdBehaviorOf(email: string | undefined): HoldBehavior {
  return HOLD_SUFFIXES.find((suffix) => localPartEnds(email, suffix)) ?? 'succeed'
}

function localPartEnds(email: string | undefined, suffix: string): boolean {
  const localPart = email?.slice(0, email.lastIndexOf('@')).toLowerCase()
  return localPart?.endsWith(suffix) ?? false
}

/** The customer of simulated payments. It has every field that a payment can require; its vouchers never pay by themselves. */
export const TEST_PAYER: Required<Customer> = {
  name: 'Test Payer',
  email: 'fill_never@example.com',
  phone: '+5511998765432',
  taxId: '11144477735',
  billingAddress: {
    line1: 'Avenida Paulista, 1000',
    city: 'São Paulo',
    state: 'SP',
    postalCode: '01310-100',
    country: 'BR',
  },
}
