import type { Image } from '../../../contract/image.ts'
import type { Checkout, CheckoutPayment } from '../../../contract/checkout.ts'

export const REFERENCE = '0123456789ABCDEFGHIJKLMNOPQRSTUVW'
export const PAYMENT_ID = 'pay_0350qmKLMuJ9K1lrKhvHIu'

export const exampleImage: Image = {
  contentType: 'image/png',
  bytes: Uint8Array.from('\x89PNG\r\n\x1a\n', (character) => character.charCodeAt(0)),
}

export const examplePayment: CheckoutPayment = {
  id: PAYMENT_ID,
  status: 'succeeded',
  method: 'card',
  amount: 29880,
  installments: 12,
  card: { brand: 'visa', lastFour: '4242' },
  declineCode: null,
  retryable: false,
  action: null,
  createdAt: '2026-11-20T16:42:00.000Z',
  succeededAt: '2026-11-20T16:42:05.000Z',
}

export function exampleCheckout(changes: Partial<Checkout> = {}): Checkout {
  return {
    object: 'checkout',
    environment: 'sandbox',
    version: 1,
    now: '2026-11-20T16:42:07.311Z',
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
    amount: 25990,
    amountRefunded: 0,
    lineItems: [{ name: 'Camiseta', quantity: 2, unitAmount: 12995 }],
    discounts: [],
    shipping: null,
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
    installments: null,
    expiresAt: '2026-11-21T16:42:07.311Z',
    payment: null,
    attemptsLeft: 10,
    cardEncryptionKey: { kid: 'sandbox-1', kty: 'RSA', n: 'abc', e: 'AQAB' },
    receiptEmail: null,
    merchantNotified: false,
    successUrl: null,
    cancelUrl: 'https://store.example/cart',
    ...changes,
  }
}
