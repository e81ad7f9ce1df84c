import type { PaymentMethod } from '#contract/payment.ts'
import type { WordKey } from '#words/words.ts'

const PAY_BUTTONS: Readonly<Record<PaymentMethod, WordKey>> = {
  card: 'pay.button',
  pix: 'pay.button.pix',
  boleto: 'pay.button.boleto',
}

/** The button that submits the form, whatever the payment method, and where the payment is only held. */
export const FORM_BUTTONS: readonly WordKey[] = [...Object.values(PAY_BUTTONS), 'authorize.button']
