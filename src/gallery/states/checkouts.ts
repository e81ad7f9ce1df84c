import type { Checkout, CheckoutPayment, PaymentAction } from '../../contract/checkout.ts'

/** When every picture is taken, by the clocks of server and browser. */
export const NOW = new Date('2026-11-20T19:42:07.000Z')
/** Nothing is encrypted to it. */
export const CARD_KEY = { kid: 'sandbox-1', kty: 'RSA', n: 'AQAB', e: 'AQAB' } as const
const AMOUNT = 25_990
const INTEREST_TOTAL = 29_472
const RETURN_QUERY = 'session_id=cs_0Tq4mFhZ7Rk2vXw9sLd3Ye&status=complete'

export function inMinutes(minutes: number, seconds = 0): string {
  return new Date(NOW.getTime() + (minutes * 60 + seconds) * 1000).toISOString()
}

/** A session that waits for its payment, with changes. */
export function session(changes: Partial<Checkout> = {}): Checkout {
  return {
    object: 'checkout',
    environment: 'sandbox',
    version: 1,
    now: NOW.toISOString(),
    clockFrozen: false,
    status: 'open',
    paymentStatus: 'unpaid',
    paidLate: false,
    merchant: {
      name: 'Norte Livros',
      country: 'BR',
      brand: { color: null, logoUrl: null, radiusPx: null },
    },
    currency: 'BRL',
    amount: AMOUNT,
    amountRefunded: 0,
    lineItems: [
      {
        name: 'Grande Sertão: Veredas',
        description: 'Capa dura',
        quantity: 1,
        unitAmount: 13_990,
      },
      { name: 'A Hora da Estrela', description: 'Brochura', quantity: 2, unitAmount: 6_000 },
    ],
    discounts: [],
    shipping: { label: 'PAC', amount: 0 },
    tax: null,
    orderReference: 'A-1001',
    description: null,
    customer: null,
    collect: {
      name: 'hidden',
      email: 'required',
      phone: 'hidden',
      taxId: 'hidden',
      billingAddress: 'hidden',
    },
    locale: 'auto',
    paymentMethods: ['card', 'pix', 'boleto'],
    installments: [
      { count: 1, perInstallment: AMOUNT, total: AMOUNT, interestFree: true },
      { count: 3, perInstallment: 8_664, total: AMOUNT, interestFree: true },
      { count: 12, perInstallment: 2_456, total: INTEREST_TOTAL, interestFree: false },
    ],
    expiresAt: inMinutes(24 * 60),
    payment: null,
    attemptsLeft: 10,
    cardEncryptionKey: CARD_KEY,
    receiptEmail: null,
    merchantNotified: false,
    successUrl: null,
    cancelUrl: 'https://store.example/cart',
    ...changes,
  }
}

const cardPayment: CheckoutPayment = {
  id: 'pay_0Tq4mFhZ7Rk2vXw9sLd3Ye',
  status: 'created',
  method: 'card',
  amount: AMOUNT,
  installments: 1,
  card: { brand: 'visa', lastFour: '4242' },
  declineCode: null,
  retryable: false,
  action: null,
  createdAt: inMinutes(-1),
  succeededAt: null,
}

type Tried = Checkout & { payment: CheckoutPayment }

/** A session with an attempt. */
export function tried(payment: Partial<CheckoutPayment>, changes: Partial<Checkout> = {}): Tried {
  return {
    ...session({ version: 2, attemptsLeft: 9, ...changes }),
    payment: { ...cardPayment, ...payment },
  }
}

export function declined(
  declineCode: CheckoutPayment['declineCode'],
  changes: Partial<Checkout> = {},
): Checkout {
  return tried({ status: 'failed', declineCode, retryable: true }, changes)
}

/** A session whose shopper has something to do for an attempt. */
export function asked(action: PaymentAction, changes: Partial<Checkout> = {}): Checkout {
  const isCard = action.type === 'challenge'
  return tried(
    {
      status: 'requires_action',
      method: isCard ? 'card' : action.type,
      card: isCard ? cardPayment.card : null,
      action,
    },
    { paymentStatus: 'requires_action', ...changes },
  )
}

export function paid(
  changes: Partial<Checkout> = {},
  payment: Partial<CheckoutPayment> = {},
): Tried {
  return tried(
    { status: 'succeeded', succeededAt: inMinutes(0), ...payment },
    {
      status: 'complete',
      paymentStatus: 'paid',
      cardEncryptionKey: null,
      merchantNotified: true,
      successUrl: `https://store.example/ok?${RETURN_QUERY}`,
      ...changes,
    },
  )
}

export const paidInInstallments = paid({}, { installments: 12, amount: INTEREST_TOTAL })

/** A session that nobody can pay any more. */
export function ended(
  status: 'expired' | 'canceled',
  changes: Partial<Checkout> = {},
  payment?: Partial<CheckoutPayment>,
): Checkout {
  const over = { status, version: 2, cardEncryptionKey: null, ...changes }
  return payment === undefined ? session(over) : tried(payment, over)
}

export const pixCode = {
  type: 'pix' as const,
  brCode:
    '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865406259.905802BR5912Norte Livros6009Sao Paulo62290525pay0Tq4mFhZ7Rk2vXw9sLd3Ye6304A1B2',
  expiresAt: inMinutes(29, 41),
} satisfies PaymentAction

export const boleto: PaymentAction = {
  type: 'boleto',
  digitableLine: '23793381286008301352856000063307789840000025990',
  barcode: '23797898400000259903381260083013525600006330',
  dueDate: '2026-11-23',
}

export const challenge: PaymentAction = {
  type: 'challenge',
  url: 'https://bank.example/challenge/1',
}
