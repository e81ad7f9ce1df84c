import type { Checkout } from '../../../contract/checkout.ts'

/** When every picture is taken, by the clocks of server and browser. */
export const NOW = new Date('2026-11-20T19:42:07.000Z')
/** Nothing is encrypted to it. */
export const CARD_KEY = { kid: 'sandbox-1', kty: 'RSA', n: 'AQAB', e: 'AQAB' } as const
const AMOUNT = 25_990
const RETURN_QUERY = 'session_id=cs_0Tq4mFhZ7Rk2vXw9sLd3Ye&status=complete'

export function inMinutes(minutes: number, seconds = 0): string {
  return new Date(NOW.getTime() + (minutes * 60 + seconds) * 1000).toISOString()
}

/** A session that waits for its payment, with changes. It holds the way on, which the API tells once it is paid. */
export function session(changes: Partial<Checkout> = {}): Checkout {
  return {
    object: 'checkout',
    environment: 'sandbox',
    version: 1,
    now: NOW.toISOString(),
    clockFrozen: false,
    status: 'open',
    detailsWithheld: false,
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
      { count: 12, perInstallment: 2_456, total: 29_472, interestFree: false },
    ],
    expiresAt: inMinutes(24 * 60),
    payment: null,
    attemptsLeft: 10,
    cardEncryptionKey: CARD_KEY,
    receiptEmail: null,
    merchantNotified: false,
    successUrl: `https://store.example/ok?${RETURN_QUERY}`,
    cancelUrl: 'https://store.example/cart',
    ...changes,
  }
}
