import { openSession } from '#contract/openapi/example-values.ts'
import type { Session } from '#contract/session.ts'

export const SESSION_ID = 'cs_0350qmKLMuJ9K1lrKhvHIu'
export const MERCHANT_ID = openSession.merchantId

export function exampleSession(changes: Partial<Session> = {}): Session {
  return {
    ...openSession,
    id: SESSION_ID,
    url: 'http://localhost:4242/c/0123456789ABCDEFGHIJKLMNOPQRSTUVW',
    lineItems: [{ name: 'Camiseta', quantity: 2, unitAmount: 12995 }],
    shipping: null,
    description: null,
    customer: null,
    locale: 'auto',
    successUrl: 'https://store.example/ok',
    cancelUrl: null,
    expiresAt: '2026-11-21T16:42:07.311Z',
    createdAt: '2026-11-20T16:42:07.311Z',
    metadata: {},
    ...changes,
  }
}
