import { createHash } from 'node:crypto'
import { boleto, BOLETO_AMOUNT_MINOR_MAX } from '../../domain/methods/boleto/boleto.ts'
import { brCode } from '../../domain/methods/pix/br-code.ts'
import {
  BOLETO_PAYMENT_DELAY_MS,
  boletoExpiresAt,
  PIX_PAYMENT_DELAY_MS,
  voucherDue,
} from './due-event.ts'
import { declined, type PaymentPlan } from './payment-plan.ts'
import type { PaymentRequest } from './simulator-messages.ts'
import { voucherBehaviorOf } from './test-payers.ts'

/** No bank has it: a slip that leaves the sandbox cannot be paid. */
const BANK_CODE = '999'
const FREE_FIELD_LENGTH = 25
const MERCHANT_CITY = 'SAO PAULO'
const NAMELESS_MERCHANT = 'SANDBOX'

/** A Pix charge: a dynamic BR Code, whose address leads nowhere outside the sandbox (RFC 2606). */
export function planPix(request: PaymentRequest, expiresAt: string, now: Date): PaymentPlan {
  if (request.currency !== 'BRL') return declined('processing_error')
  const code = brCode({
    url: `pix.example/qr/v2/${request.paymentId}`,
    merchantName: printableName(request.merchantName),
    merchantCity: MERCHANT_CITY,
  })
  return {
    state: { status: 'requires_action', action: { type: 'pix', brCode: code, expiresAt } },
    due: voucherDue(voucherBehaviorOf(request.customer.email), {
      now,
      expiresAt: new Date(expiresAt),
      paymentDelayMs: PIX_PAYMENT_DELAY_MS,
    }),
  }
}

/** A boleto of a bank that does not exist. */
export function planBoleto(request: PaymentRequest, dueDate: string, now: Date): PaymentPlan {
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
      paymentDelayMs: BOLETO_PAYMENT_DELAY_MS,
    }),
  }
}

/** A BR Code holds ASCII only, and no name at all is none. */
function printableName(merchantName: string): string {
  return /[!-~]/.test(merchantName.normalize('NFKD')) ? merchantName : NAMELESS_MERCHANT
}

function freeFieldOf(paymentId: string): string {
  const hash = createHash('sha256').update(paymentId).digest('hex')
  return String(BigInt(`0x${hash}`)).slice(-FREE_FIELD_LENGTH)
}
