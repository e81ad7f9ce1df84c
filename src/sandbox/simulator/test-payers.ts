import type { Customer } from '../../contract/session.ts'

/** E-mail addresses that steer vouchers, in the words of Stripe's documentation of boleto. */
const VOUCHER_SUFFIXES = [
  'succeed_immediately',
  'expire_immediately',
  'expire_with_delay',
  'fill_never',
] as const

/** E-mail addresses that steer refunds, whatever the method. */
const REFUND_SUFFIXES = { refund_fails: 'fail', refund_pending: 'wait' } as const

/** What becomes of a voucher by itself. */
export type VoucherBehavior = (typeof VOUCHER_SUFFIXES)[number] | 'succeed_with_delay'

export type RefundBehavior = 'succeed' | 'fail' | 'wait'

/** Goes by how the part of the e-mail address before the @ ends; any other payer pays after some seconds. */
export function voucherBehaviorOf(email: string | undefined): VoucherBehavior {
  return VOUCHER_SUFFIXES.find((suffix) => localPartEnds(email, suffix)) ?? 'succeed_with_delay'
}

/** Goes by how the part of the e-mail address before the @ ends; any other payer's refunds succeed at once. */
export function refundBehaviorOf(email: string | undefined): RefundBehavior {
  const behaviors = Object.entries(REFUND_SUFFIXES)
  return behaviors.find(([suffix]) => localPartEnds(email, suffix))?.[1] ?? 'succeed'
}

function localPartEnds(email: string | undefined, suffix: string): boolean {
  const localPart = email?.slice(0, email.lastIndexOf('@')).toLowerCase()
  return localPart?.endsWith(suffix) ?? false
}

/** Whoever pays where no shopper does: has all that a payment may ask for, and pays no voucher by itself. */
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
