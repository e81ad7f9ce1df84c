import type { Session } from '../../../contract/session.ts'

export const SESSION_ID = 'cs_0350qmKLMuJ9K1lrKhvHIu'
export const MERCHANT_ID = '8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e'

export function exampleSession(changes: Partial<Session> = {}): Session {
  return {
    id: SESSION_ID,
    object: 'session',
    environment: 'sandbox',
    merchantId: MERCHANT_ID,
    status: 'open',
    paymentStatus: 'unpaid',
    url: 'http://localhost:4242/c/0123456789ABCDEFGHIJKLMNOPQRSTUVW',
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
    locale: 'auto',
    paymentMethods: ['card', 'pix', 'boleto'],
    successUrl: 'https://store.example/ok',
    cancelUrl: null,
    expiresAt: '2026-11-21T16:42:07.311Z',
    createdAt: '2026-11-20T16:42:07.311Z',
    completedAt: null,
    canceledAt: null,
    cancellationReason: null,
    paidLate: false,
    payment: null,
    attempts: 0,
    metadata: {},
    version: 1,
    ...changes,
  }
}
