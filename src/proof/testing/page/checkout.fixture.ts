import type { Image } from '#contract/image.ts'
import type { Checkout, CheckoutPayment } from '#contract/checkout.ts'
import { cardPayment } from '#contract/openapi/example-values.ts'
import { sampleCheckout } from '#contract/openapi/sample-checkout.ts'

export const REFERENCE = '0123456789ABCDEFGHIJKLMNOPQRSTUVW'
export const PAYMENT_ID = 'pay_0350qmKLMuJ9K1lrKhvHIu'

export const exampleImage: Image = {
  contentType: 'image/png',
  bytes: Uint8Array.from('\x89PNG\r\n\x1a\n', (character) => character.charCodeAt(0)),
}

export const examplePayment: CheckoutPayment = {
  ...cardPayment,
  id: PAYMENT_ID,
  amount: 29880,
  installments: 12,
  interest: 3890,
  createdAt: '2026-11-20T16:42:00.000Z',
  succeededAt: '2026-11-20T16:42:05.000Z',
}

export function exampleCheckout(changes: Partial<Checkout> = {}): Checkout {
  return {
    ...sampleCheckout,
    now: '2026-11-20T16:42:07.311Z',
    lineItems: [{ name: 'Camiseta', quantity: 2, unitAmount: 12995 }],
    shipping: null,
    installments: null,
    expiresAt: '2026-11-21T16:42:07.311Z',
    cardEncryptionKey: { kid: 'sandbox-1', kty: 'RSA', n: 'abc', e: 'AQAB' },
    cancelUrl: 'https://store.example/cart',
    ...changes,
  }
}
