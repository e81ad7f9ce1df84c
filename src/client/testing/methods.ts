import type { PaymentMethod } from '#contract/payment.ts'
import type { WordKey } from '#words/words.ts'

/** The button that submits the form, by the chosen payment method. */
export const PAY_BUTTONS: Readonly<Record<PaymentMethod, WordKey>> = {
  card: 'pay.button',
  pix: 'pay.button.pix',
  boleto: 'pay.button.boleto',
}
