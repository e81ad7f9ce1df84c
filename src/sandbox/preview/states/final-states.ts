import type { Checkout } from '#contract/checkout.ts'
import { takesCards } from '#domain/methods/methods.ts'
import { allocate } from '#domain/money.ts'
import { ended, held, inMinutes, paid, paidInInstallments } from './payments.ts'
import { PAID_BY_PIX } from './methods/methods.ts'
import { noAnswer, refusal } from './refusals.ts'
import type { CheckoutState } from './state.ts'

/** Shows the receipt right after a payment; without it the page says that the session was paid before. */
const FRESH = 'from=challenge'
const PART_OF_THREE = 3
const MINUTES_BETWEEN_REFUNDS = 3000

const succeeded = (open: Checkout) =>
  ({ status: 'succeeded', succeededAt: inMinutes(open, 0) }) as const

/** Refunds of these amounts, each some days after the one before. */
function refunded(open: Checkout, amounts: number[]) {
  const refunds = amounts.map((amount, index) => ({
    amount,
    at: inMinutes(open, (index + 1) * MINUTES_BETWEEN_REFUNDS),
  }))
  return { refunds, amountRefunded: amounts.reduce((sum, amount) => sum + amount, 0) }
}

const takesCard = ({ paymentMethods }: Checkout) => takesCards(paymentMethods)

const released = { status: 'voided' } as const

/** With manual capture: held, captured in part, or released. */
export const HELD_STATES: readonly CheckoutState[] = [
  {
    name: 'open-authorize',
    title: 'Open: the payment will only be held',
    read: toHold,
    press: held,
    fits: takesCard,
  },
  { name: 'authorized', title: 'Authorized', read: held, search: FRESH, fits: takesCard },
  { name: 'authorized-already', title: 'Authorized already', read: held, fits: takesCard },
  {
    name: 'captured-in-part',
    title: 'Captured in part',
    read: (open) =>
      paid(
        open,
        {},
        {
          amount: open.amount - Math.floor(open.amount / PART_OF_THREE),
          amountAuthorized: open.amount,
        },
      ),
    search: FRESH,
    fits: takesCard,
  },
  {
    name: 'hold-released',
    title: 'Canceled, the hold was released',
    read: (open) => ended(open, 'canceled', {}, released),
    fits: takesCard,
  },
  {
    name: 'hold-expired',
    title: 'Expired, the hold was released',
    read: (open) => ended(open, 'expired', {}, released),
    fits: takesCard,
  },
]

/** The open session with manual capture, which takes cards alone. */
function toHold(open: Checkout): Checkout {
  return { ...open, captureMethod: 'manual', paymentMethods: ['card'], paymentMethodDiscounts: {} }
}

export const PAID_STATES: readonly CheckoutState[] = [
  { name: 'paid', title: 'Paid', read: (open) => paid(open), search: FRESH },
  {
    name: 'paid-telling',
    title: 'Paid, the shop is being told',
    read: (open) => paid(open, { merchantNotified: false }),
    search: FRESH,
  },
  {
    name: 'paid-in-installments',
    title: 'Paid in installments',
    read: paidInInstallments,
    fits: ({ installments, paymentMethods }) =>
      takesCards(paymentMethods) && (installments?.length ?? 0) > 1,
    search: FRESH,
  },
  { ...PAID_BY_PIX, search: FRESH },
  { name: 'paid-already', title: 'Paid already', read: (open) => paid(open) },
  {
    name: 'refunded',
    title: 'Refunded',
    read: (open) => paid(open, { paymentStatus: 'refunded', ...refunded(open, [open.amount]) }),
  },
  {
    name: 'partially-refunded',
    title: 'Refunded in part',
    read: (open) =>
      paid(open, {
        paymentStatus: 'partially_refunded',
        ...refunded(open, allocate(Math.ceil(open.amount / PART_OF_THREE), 2)),
      }),
  },
  {
    name: 'refund-undelivered',
    title: 'A refund could not be delivered',
    read: (open) =>
      paid(open, {
        paymentStatus: 'partially_refunded',
        ...refunded(open, [Math.floor(open.amount / PART_OF_THREE)]),
        amountUndelivered: Math.ceil(open.amount / PART_OF_THREE),
      }),
  },
  {
    name: 'refund-undelivered-whole',
    title: 'The whole refund could not be delivered',
    read: (open) => paid(open, { amountUndelivered: open.amount }),
  },
  {
    name: 'taken-back',
    title: 'Taken back by a bank',
    read: (open) => paid(open, { amountReversed: open.amount }),
  },
  {
    name: 'partially-taken-back',
    title: 'Taken back by a bank in part',
    read: (open) => paid(open, { amountReversed: Math.ceil(open.amount / PART_OF_THREE) }),
  },
  {
    name: 'reinstated',
    title: 'Taken back by a bank, and given back again',
    read: (open) => paid(open, { amountReversed: open.amount, amountReinstated: open.amount }),
  },
]

export const ENDED_STATES: readonly CheckoutState[] = [
  { name: 'expired', title: 'Expired', read: (open) => ended(open, 'expired') },
  { name: 'canceled', title: 'Canceled', read: (open) => ended(open, 'canceled') },
  {
    name: 'expired-long-ago',
    title: 'Expired, more than a day ago',
    read: (open) =>
      ended(open, 'expired', {
        detailsWithheld: true,
        amount: 0,
        lineItems: [],
        discounts: [],
        shipping: null,
        tax: null,
        orderReference: null,
        description: null,
      }),
  },
  {
    name: 'expired-no-way-back',
    title: 'Expired, no way back given',
    read: (open) => ended(open, 'expired', { cancelUrl: null }),
  },
  {
    name: 'late-money',
    title: 'Expired, and the money came late',
    read: (open) =>
      ended(open, 'expired', { paymentStatus: 'paid', paidLate: true }, succeeded(open)),
  },
  {
    name: 'late-money-returned',
    title: 'Canceled, and the late money went back',
    read: (open) =>
      ended(
        open,
        'canceled',
        { paymentStatus: 'refunded', paidLate: true, ...refunded(open, [open.amount]) },
        succeeded(open),
      ),
  },
  { name: 'not-found', title: 'Not found', read: () => refusal(404, 'not_found') },
  { name: 'unavailable', title: 'Unavailable', read: () => noAnswer },
]
