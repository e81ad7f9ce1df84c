import { z } from 'zod'
import { Timestamp } from '#contract/values.ts'
import { brCode } from '#domain/methods/pix/br-code.ts'
import { voucherDue } from '../due-event.ts'
import { declined, type PaymentPlan, type PlanInput } from '../payment-plan.ts'
import { txidOf } from './references.ts'
import { voucherBehaviorOf } from '../test-payers.ts'

/** The Pix part of a payment request. */
export const PixRequest = z.strictObject({ type: z.literal('pix'), expiresAt: Timestamp })

const PAYMENT_DELAY_MS = 15_000
const MERCHANT_CITY = 'SAO PAULO'
const NAMELESS_MERCHANT = 'SANDBOX'

/** Issues a Pix charge: a dynamic BR Code whose address resolves nowhere (RFC 2606). */
export function planPix(
  { expiresAt }: z.infer<typeof PixRequest>,
  { request, now }: Pick<PlanInput, 'request' | 'now'>,
): PaymentPlan {
  if (request.currency !== 'BRL') return declined('processing_error')
  const code = brCode({
    url: `pix.example/qr/v2/${txidOf(request.paymentId)}`,
    merchantName: printableName(request.merchantName),
    merchantCity: MERCHANT_CITY,
  })
  return {
    state: { status: 'requires_action', action: { type: 'pix', brCode: code, expiresAt } },
    due: voucherDue(voucherBehaviorOf(request.customer.email), {
      now,
      expiresAt: new Date(expiresAt),
      paymentDelayMs: PAYMENT_DELAY_MS,
    }),
  }
}

/** A BR Code holds ASCII only and needs a name. */
function printableName(merchantName: string): string {
  return /[!-~]/.test(merchantName.normalize('NFKD')) ? merchantName : NAMELESS_MERCHANT
}
