import { createHash } from 'node:crypto'
import { z } from 'zod'
import { boleto, BOLETO_AMOUNT_MINOR_MAX } from '#domain/methods/boleto/boleto.ts'
import { endOfSettlement } from '#domain/methods/boleto/due-date.ts'
import { voucherDue } from '../due-event.ts'
import { declined, type PaymentPlan, type PlanInput } from '../payment-plan.ts'
import { voucherBehaviorOf } from '../test-payers.ts'

/** The boleto's part of a payment request. */
export const BoletoRequest = z.strictObject({ type: z.literal('boleto'), dueDate: z.iso.date() })

const PAYMENT_DELAY_MS = 30_000
/** No bank has this code: a slip that leaves the sandbox cannot be paid. */
const BANK_CODE = '999'
const FREE_FIELD_LENGTH = 25

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

/** When an unpaid boleto expires: once banks have settled what was paid on its last day. */
export function boletoExpiresAt(dueDate: string): Date {
  return new Date(endOfSettlement(dueDate).getTime() + 1)
}

function freeFieldOf(paymentId: string): string {
  const hash = createHash('sha256').update(paymentId).digest('hex')
  return String(BigInt(`0x${hash}`)).slice(-FREE_FIELD_LENGTH)
}
