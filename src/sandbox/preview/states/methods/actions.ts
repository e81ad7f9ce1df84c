import type { Checkout, PaymentAction } from '#contract/checkout.ts'
import { boleto, BOLETO_AMOUNT_MINOR_MAX } from '#domain/methods/boleto/boleto.ts'
import { brCode } from '#domain/methods/pix/br-code.ts'
import { inMinutes, priceBy } from '../payments.ts'

/** No bank has this code: a slip that leaves the sandbox cannot be paid. */
const BANK_CODE = '999'
const PIX_URL = 'pix.example/qr/v2/pay_0Tq4mFhZ7Rk2vXw9sLd3Ye'
const FREE_FIELD = '1234567890123456789012345'
const PIX_MINUTES = 29
const PIX_SECONDS = 41
const BOLETO_DAYS = 3
const MINUTES_A_DAY = 24 * 60

type Action<Type extends PaymentAction['type']> = Extract<PaymentAction, { type: Type }>

export function challenge(url: string): Action<'challenge'> {
  return { type: 'challenge', url }
}

/** A BR Code with the session's merchant. */
export function pixCode(open: Checkout): Action<'pix'> {
  const { name } = open.merchant
  return {
    type: 'pix',
    brCode: brCode({
      url: PIX_URL,
      // A BR Code holds ASCII only and needs a name.
      merchantName: /[!-~]/.test(name.normalize('NFKD')) ? name : 'SANDBOX',
      merchantCity: 'SAO PAULO',
    }),
    expiresAt: inMinutes(open, PIX_MINUTES, PIX_SECONDS),
  }
}

/** A slip over the session's price by boleto, limited to the largest amount that a slip can hold. */
export function boletoSlip(open: Checkout): Action<'boleto'> {
  const dueDate = inMinutes(open, BOLETO_DAYS * MINUTES_A_DAY).slice(0, 10)
  const amountMinor = Math.min(priceBy('boleto', open), BOLETO_AMOUNT_MINOR_MAX)
  const slip = boleto({ bankCode: BANK_CODE, amountMinor, dueDate, freeField: FREE_FIELD })
  return { type: 'boleto', ...slip, dueDate }
}
