import type { Checkout, CheckoutPayment } from '../../../contract/checkout.ts'
import { receiptContent } from '../../../page/receipt/receipt-content.ts'
import { receiptHtml } from '../../../page/receipt/receipt-html.ts'
import { challengePage } from '../../../sandbox/simulator/challenge-page.ts'
import { challengeTexts } from '../../../words/bank-words.ts'
import { challenge } from '../../../sandbox/preview/states/methods/actions.ts'
import {
  awaitingAction,
  paid,
  paidInInstallments,
} from '../../../sandbox/preview/states/payments.ts'
import { session } from './checkouts.ts'
import { longOrder } from './paying-states.ts'
import type { UngroupedState } from './state.ts'

/** Documents beside the page: the receipt e-mail, and the simulated bank. */
export const SENT_STATES: readonly UngroupedState[] = [
  message('email', 'Receipt by e-mail', paid(session())),
  message('email-installments', 'Receipt of installments by e-mail', paidInInstallments(session())),
  message('email-long', 'Receipt of a long order by e-mail', {
    ...paid(session()),
    ...longOrder,
    environment: 'production',
    payment: paid(session()).payment,
  }),
  {
    name: 'bank',
    title: 'The simulated bank asks',
    session: awaitingAction(session(), challenge('https://bank.example/challenge/1')),
    document: async (language) => String(await challengePage(challenged, challengeTexts(language))),
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
    document: (language) =>
      receiptHtml(receiptContent({ locales: [language], checkout: session, url })),
  }
}

const challenged = {
  amountMinor: 25_990,
  currency: 'BRL',
  card: { brand: 'visa', lastFour: '4242' },
  merchantName: 'Norte Livros',
} as const
