import { createHash } from 'node:crypto'
import { z } from 'zod'
import { boleto, BOLETO_AMOUNT_MINOR_MAX } from '#domain/methods/boleto/boleto.ts'
import { voucherDue } from '../due-event.ts'
import { declined, type PaymentPlan, type PlanInput } from '../payment-plan.ts'
import { voucherBehaviorOf } from '../test-payers.ts'

/** The boleto's part of a payment request. */
export const BoletoRequest = z.strictObject({ type: z.literal('boleto'), dueDate: z.iso.date() })

const PAYMENT_DELAY_MS = 30_000
/** No bank has this code: a slip that leaves the sandbox cannot be paid. */
const BANK_CODE = '999'
const FREE_FIELD_LENGTH = 25
const DAY_MS = 24 * 60 * 60_000

/** Issues a boleto of a bank that does not exist. */
export function planBoleto(
  { dueDate }: z.infer<typeof BoletoRequest>,
  { request, now }: Pick<PlanInput, 'request' | 'now'>,
): PaymentPlan {
  const { amountMinor } = request
  if (request.currency !== 'BRL' || amountMinor > BOLETO_AMOUNT_MINOR_MAX) {
    return declined('processing_error')
  }
  const freeField = freeFieldOf(request.paymentId)
  const slip = boleto({ bankCode: BANK_CODE, amountMinor, dueDate, freeField })
  return {
    state: { status: 'requires_action', action: { type: 'boleto', ...slip, dueDate } },
    due: voucherDue(voucherBehaviorOf(request.customer.email), {
      now,
      expiresAt: boletoExpiresAt(dueDate),
      paymentDelayMs: PAYMENT_DELAY_MS,
    }),
  }
}

/**
 * When an unpaid boleto expires: one day after the end of its due date in São Paulo, because banks settle on the next
 * day. Brazil has been at UTC-3 all year since 2019.
 */
export function boletoExpiresAt(dueDate: string): Date {
  return new Date(Date.parse(`${dueDate}T00:00:00-03:00`) + 2 * DAY_MS)
}

function freeFieldOf(paymentId: string): string {
  const hash = createHash('sha256').update(paymentId).digest('hex')
  return String(BigInt(`0x${hash}`)).slice(-FREE_FIELD_LENGTH)
}
