import type { Checkout } from '#contract/checkout.ts'
import { sampleCheckout } from '#contract/openapi/sample-checkout.ts'

/** The time of every picture, by the clocks of server and browser. */
export const NOW = new Date(sampleCheckout.now)
/** A placeholder: nothing is encrypted to it. */
export const CARD_KEY = { kid: 'sandbox-1', kty: 'RSA', n: 'AQAB', e: 'AQAB' } as const
const RETURN_QUERY = 'session_id=cs_0Tq4mFhZ7Rk2vXw9sLd3Ye&status=complete'

export function inMinutes(minutes: number, seconds = 0): string {
  return new Date(NOW.getTime() + (minutes * 60 + seconds) * 1000).toISOString()
}

/** An open session, with changes. Like the API's, it has `successUrl` only once it is paid. */
export function session(changes: Partial<Checkout> = {}): Checkout {
  return {
    ...sampleCheckout,
    lineItems: sampleCheckout.lineItems.map((line, place) => ({
      ...line,
      description: place === 0 ? 'Capa dura' : 'Brochura',
    })),
    shipping: { label: 'PAC', amount: 0 },
    installments: sampleCheckout.installments?.filter(({ count }) => count !== 2) ?? null,
    cardEncryptionKey: CARD_KEY,
    successUrl: `https://store.example/ok?${RETURN_QUERY}`,
    cancelUrl: 'https://store.example/cart',
    ...changes,
  }
}
