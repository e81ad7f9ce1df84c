import type { Checkout, CheckoutPayment } from '#contract/checkout.ts'
import { receiptContent } from '#page/receipt/receipt-content.ts'
import { receiptHtml } from '#page/receipt/receipt-html.ts'
import { paid, paidInInstallments } from '#sandbox/preview/states/payments.ts'
import { bankDocument, CHALLENGED } from './bank.ts'
import { session } from './checkouts.ts'
import { longOrder, METHOD_DISCOUNTS } from './paying-states.ts'
import type { UngroupedState } from './state.ts'

/** Documents beside the page: the receipt e-mail, and the simulated bank. */
export const SENT_STATES: readonly UngroupedState[] = [
  message('email', 'Receipt by e-mail', paid(session())),
  message('email-installments', 'Receipt of installments by e-mail', paidInInstallments(session())),
  message('email-pix', 'Receipt of a Pix by e-mail', paid(session(), {}, { method: 'pix' })),
  message(
    'email-method-discount',
    'Receipt of a discount by e-mail',
    paid(session({ paymentMethodDiscounts: METHOD_DISCOUNTS }), {}, { method: 'pix' }),
  ),
  message('email-long', 'Receipt of a long order by e-mail', {
    ...paid(session()),
    ...longOrder,
    payment: paid(session()).payment,
  }),
  {
    name: 'bank',
    title: 'The simulated bank asks',
    session: CHALLENGED,
    sandboxOnly: true,
    document: bankDocument,
  },
]

function message(
  name: string,
  title: string,
  session: Checkout & { payment: CheckoutPayment },
): UngroupedState {
  const url = 'https://checkout.example/c/4tT0b2QpWm7RzX1cVnK8sLdEyHjGfAuNi'
  return {
    name,
    title,
    session,
    document: (language, environment) =>
      receiptHtml(
        receiptContent({ locales: [language], checkout: { ...session, environment }, url }),
      ),
  }
}
