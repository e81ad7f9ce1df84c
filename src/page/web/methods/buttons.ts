import type { PaymentMethod } from '#contract/payment.ts'
import type { WordKey } from '#words/words.ts'

/** The form's button, by the chosen method. */
export const BUTTONS: Readonly<
  Record<PaymentMethod, Extract<WordKey, 'pay.button' | `pay.button.${string}`>>
> = {
  card: 'pay.button',
  pix: 'pay.button.pix',
  boleto: 'pay.button.boleto',
}
