import type { Checkout, CreatePaymentInput } from '#contract/checkout.ts'
import type { PaymentMethod } from '#contract/payment.ts'
import type { PageOutcome, SimulateCheckoutInput } from '#contract/sandbox-simulate.ts'
import { boletoSlip, challenge, pixCode } from './actions.ts'
import { awaitingAction, declined, ended, held, paid, withPayment } from '../payments.ts'
import type { Answer, CheckoutState, StateGroup } from '../state.ts'

/** A reserved address that resolves nowhere. */
const BANK = 'https://bank.example/challenge/1'

const takes =
  (method: PaymentMethod) =>
  ({ paymentMethods }: { paymentMethods: readonly PaymentMethod[] }) =>
    paymentMethods.includes(method)

/** A live payment awaits an action of the shopper. */
const CHALLENGE: StateGroup = {
  group: 'Confirmation by the bank',
  states: [
    {
      name: 'challenge',
      title: 'Confirmation by the bank',
      read: (open) => awaitingAction(open, challenge(BANK)),
      fits: takes('card'),
    },
  ],
}

const PIX: StateGroup = {
  group: 'Pix',
  states: [
    {
      name: 'pix',
      title: 'Pix code',
      read: (open) => awaitingAction(open, pixCode(open)),
      fits: takes('pix'),
    },
    {
      name: 'pix-over',
      title: 'Pix code out of time',
      read: (open) => awaitingAction(open, { ...pixCode(open), expiresAt: open.now }),
      fits: takes('pix'),
    },
  ],
}

const BOLETO: StateGroup = {
  group: 'Boleto',
  states: [
    {
      name: 'boleto',
      title: 'Boleto',
      read: (open) => awaitingAction(open, boletoSlip(open)),
      fits: takes('boleto'),
    },
  ],
}

/** Paid by a method without a card. */
export const PAID_BY_PIX: CheckoutState = {
  name: 'paid-pix',
  title: 'Paid by Pix, no way back given',
  read: (open) => paid(open, { successUrl: null }, { method: 'pix', card: null }),
  fits: takes('pix'),
}

/** In the order of a purchase. */
export const ACTION_GROUPS: readonly StateGroup[] = [CHALLENGE, PIX, BOLETO]

/** The result of a payment by method. */
export const AFTER_PAYING: Readonly<
  Record<PaymentMethod, (open: Checkout, payment: CreatePaymentInput) => Answer>
> = {
  card: (open, payment) => {
    if (open.captureMethod === 'manual') return held(open)
    const installments = 'installments' in payment ? (payment.installments ?? 1) : 1
    return paid(open, {}, { method: 'card', installments })
  },
  pix: (open) => awaitingAction(open, pixCode(open)),
  boleto: (open) => awaitingAction(open, boletoSlip(open)),
}

/** The result of a simulated outcome. */
export const AFTER_OUTCOME: Readonly<
  Record<PageOutcome, (open: Checkout, simulated: SimulateCheckoutInput) => Answer>
> = {
  pay: (open) => paid(open),
  expire: (open) => ended(open, 'expired'),
  decline: (open, simulated) =>
    declined(open, ('declineCode' in simulated && simulated.declineCode) || 'card_declined'),
  challenge_failed: (open) => declined(open, 'authentication_failed'),
  processor_timeout: (open) =>
    withPayment(open, { status: 'unknown' }, { paymentStatus: 'processing' }),
  pix_paid: (open) => paid(open, {}, { method: 'pix' }),
  pix_paid_late: (open) => paid(open, {}, { method: 'pix' }),
  boleto_paid: (open) => paid(open, {}, { method: 'boleto' }),
  boleto_paid_late: (open) => paid(open, {}, { method: 'boleto' }),
  void: (open) => ended(open, 'canceled', {}, { status: 'voided' }),
  authorization_expired: (open) => ended(open, 'expired', {}, { status: 'voided' }),
}
