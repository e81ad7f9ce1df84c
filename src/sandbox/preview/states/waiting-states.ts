import type { PaymentMethod } from '../../../contract/payment.ts'
import { boletoSlip, challenge, pixCode } from './actions.ts'
import { asked, tried } from './attempts.ts'
import type { CheckoutState } from './state.ts'

/** Nobody answers there. */
const BANK = 'https://bank.example/challenge/1'

const takes =
  (method: PaymentMethod) =>
  ({ paymentMethods }: { paymentMethods: readonly PaymentMethod[] }) =>
    paymentMethods.includes(method)

/** An attempt lives, and the shopper or the bank has the next word. */
export const CHALLENGE_STATES: readonly CheckoutState[] = [
  {
    name: 'challenge',
    title: 'Confirmation by the bank',
    read: (open) => asked(open, challenge(BANK)),
    fits: takes('card'),
  },
]

export const PIX_STATES: readonly CheckoutState[] = [
  {
    name: 'pix',
    title: 'Pix code',
    read: (open) => asked(open, pixCode(open)),
    fits: takes('pix'),
  },
  {
    name: 'pix-over',
    title: 'Pix code out of time',
    read: (open) => asked(open, { ...pixCode(open), expiresAt: open.now }),
    fits: takes('pix'),
  },
]

export const BOLETO_STATES: readonly CheckoutState[] = [
  {
    name: 'boleto',
    title: 'Boleto',
    read: (open) => asked(open, boletoSlip(open)),
    fits: takes('boleto'),
  },
]

export const CHECKING_STATES: readonly CheckoutState[] = [
  {
    name: 'checking',
    title: 'Checking: the processor did not answer',
    read: (open) => tried(open, { status: 'unknown' }, { paymentStatus: 'processing' }),
  },
  {
    name: 'processing',
    title: 'Being processed',
    read: (open) => tried(open, { status: 'processing' }, { paymentStatus: 'processing' }),
  },
]
