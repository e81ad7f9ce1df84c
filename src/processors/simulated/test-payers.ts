/** What becomes of a Pix charge or a boleto by itself. */
export type VoucherBehavior =
  | 'succeed_immediately'
  | 'expire_immediately'
  | 'expire_with_delay'
  | 'fill_never'
  | 'succeed_with_delay'

export type RefundBehavior = 'succeed' | 'fail' | 'wait'

export interface TestPayer {
  /** What the part of the e-mail address before the @ is, or ends with. */
  suffix: string
  meaning: string
}

interface VoucherPayer extends TestPayer {
  voucher: VoucherBehavior
}

interface RefundPayer extends TestPayer {
  refund: RefundBehavior
}

/** E-mail addresses that steer Pix and boleto, in the words of Stripe's documentation of boleto. */
export const VOUCHER_PAYERS: readonly VoucherPayer[] = [
  { suffix: 'succeed_immediately', voucher: 'succeed_immediately', meaning: 'pays at once' },
  { suffix: 'expire_immediately', voucher: 'expire_immediately', meaning: 'expires at once' },
  {
    suffix: 'expire_with_delay',
    voucher: 'expire_with_delay',
    meaning: 'expires after 15 seconds',
  },
  { suffix: 'fill_never', voucher: 'fill_never', meaning: 'never pays: expires when it says' },
]

/** E-mail addresses that steer refunds, whatever the method. */
export const REFUND_PAYERS: readonly RefundPayer[] = [
  { suffix: 'refund_fails', refund: 'fail', meaning: 'every refund fails' },
  { suffix: 'refund_pending', refund: 'wait', meaning: 'a refund takes 5 seconds' },
]

/** Any other payer pays after some seconds. */
export function voucherBehaviorOf(email: string | undefined): VoucherBehavior {
  return VOUCHER_PAYERS.find((payer) => endsWith(email, payer))?.voucher ?? 'succeed_with_delay'
}

/** Any other payer's refunds succeed at once. */
export function refundBehaviorOf(email: string | undefined): RefundBehavior {
  return REFUND_PAYERS.find((payer) => endsWith(email, payer))?.refund ?? 'succeed'
}

function endsWith(email: string | undefined, { suffix }: TestPayer): boolean {
  const localPart = email?.slice(0, email.lastIndexOf('@')).toLowerCase()
  return localPart?.endsWith(suffix) ?? false
}
