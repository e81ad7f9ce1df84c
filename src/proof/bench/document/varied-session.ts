import type { CreateSessionInput } from '#contract/session.ts'

const LOCALES = ['pt-BR', 'pt-BR', 'pt-BR', 'es', 'en'] as const
const GOODS = ['Camiseta azul', 'Caneca', 'Meias', 'Livro de receitas', 'Chá de hortelã']
const NAMES = ['Maria da Silva', 'João Souza', 'Ana Lima', 'Chloë O’Neil']
const LINES_MAX = 4

/** A session that differs from the one before in its lines, their prices, its language and its shopper. */
export function variedSession(merchantId: string, index: number): CreateSessionInput {
  const name = NAMES[index % NAMES.length]
  return {
    merchantId,
    currency: 'BRL',
    lineItems: Array.from({ length: 1 + (index % LINES_MAX) }, (_, line) => ({
      name: `${GOODS[(index + line) % GOODS.length]}, ${index}`,
      quantity: 1 + ((index + line) % 3),
      unitAmount: 1990 + ((index * 37 + line * 101) % 9000),
      ...(line === 1 && { description: `Tamanho ${index % 40}` }),
    })),
    shipping: { label: 'Entrega expressa', amount: 1000 + (index % 500) },
    orderReference: `PEDIDO-${10_000 + index}`,
    customer: { email: `shopper-${index}@example.com`, ...(index % 2 === 0 && { name }) },
    locale: LOCALES[index % LOCALES.length],
    successUrl: 'https://store.example/obrigado?s={SESSION_ID}',
    cancelUrl: 'https://store.example/carrinho',
    metadata: { cart: String(index) },
  }
}
