import { boletoSlip, pixCode } from '#sandbox/preview/states/methods/actions.ts'
import { awaitingAction, declined, paid } from '#sandbox/preview/states/payments.ts'
import { session } from './checkouts.ts'
import { METHOD_DISCOUNTS } from './paying-states.ts'
import type { UngroupedState } from './state.ts'

/** The page in browsers without script. */
export const WITHOUT_SCRIPT_STATES: readonly UngroupedState[] = (
  [
    { name: 'no-script', title: 'Open', session: session() },
    {
      name: 'no-script-method-discounts',
      title: 'Discounts of payment methods',
      session: session({ paymentMethodDiscounts: METHOD_DISCOUNTS }),
      search: 'pay=pix',
    },
    { name: 'no-script-pix-form', title: 'Pix chosen', session: session(), search: 'pay=pix' },
    {
      name: 'no-script-boleto-form',
      title: 'Boleto chosen',
      session: session(),
      search: 'pay=boleto',
    },
    {
      name: 'no-script-card-only',
      title: 'Card only',
      session: session({ paymentMethods: ['card'], installments: null }),
    },
    {
      name: 'no-script-declined-installments',
      title: 'Installments by card were declined',
      session: declined(session(), 'insufficient_funds', {}, { installments: 12, amount: 29_484 }),
    },
    {
      name: 'no-script-pix',
      title: 'Pix code',
      session: awaitingAction(session(), pixCode(session())),
    },
    {
      name: 'no-script-boleto',
      title: 'Boleto',
      session: awaitingAction(session(), boletoSlip(session())),
    },
    { name: 'no-script-paid', title: 'Paid', session: paid(session()) },
  ] as const
).map((state) => ({ ...state, script: false }))
