import type { CreateSessionInput } from '#contract/session.ts'

/** The request of a store with a cart. */
export function newSessionBody(merchantId: string): CreateSessionInput {
  return {
    merchantId,
    currency: 'BRL',
    lineItems: [
      { name: 'Camiseta azul, M', quantity: 2, unitAmount: 7990 },
      { name: 'Caneca', quantity: 1, unitAmount: 4500, description: 'Cerâmica, 300 ml' },
      { name: 'Meias', quantity: 3, unitAmount: 1590 },
    ],
    discounts: [{ label: 'Cupom BEMVINDO', amount: 1000 }],
    shipping: { label: 'Entrega expressa', amount: 1990 },
    orderReference: 'PEDIDO-10042',
    customer: { email: 'maria@example.com', name: 'Maria da Silva' },
    locale: 'pt-BR',
    successUrl: 'https://store.example/obrigado?s={SESSION_ID}',
    cancelUrl: 'https://store.example/carrinho',
    metadata: { cart: '7f3c', channel: 'web' },
  }
}
