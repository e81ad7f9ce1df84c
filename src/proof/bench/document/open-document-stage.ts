import { fileURLToPath } from 'node:url'
import { CheckoutClient } from '#client/index.ts'
import type { CreateSessionInput } from '#contract/session.ts'
import { postgresSeconds } from '../../testing/processor-time.ts'
import { PRODUCTION } from '../../testing/cli/command-line.fixture.ts'
import { issueCheckoutKey, openShop } from '../stage/open-shop.ts'
import { profileOptions, startServerProcess, type ServerProcess } from '../stage/server-process.ts'
import { openOwnTree } from '../stage/tree.ts'

/** A production process of page and API over a PostgreSQL of its own, and sessions. */
export interface DocumentStage {
  server: ServerProcess
  /** References of different sessions, none of which has been shown yet. */
  references: readonly string[]
  /** Processor time of PostgreSQL so far, in milliseconds; undefined without `/proc`. */
  postgresMs(): Promise<number | undefined>
}

const ENVIRONMENT = {
  ...PRODUCTION,
  PROCESSOR: fileURLToPath(
    new URL('../../testing/cli/scripted-processor.fixture.ts', import.meta.url),
  ),
  FIELDS_URL: 'https://fields.example',
}

export async function openDocumentStage(
  opening: AsyncDisposableStack,
  sessions: number,
  { profile }: { profile?: string | undefined },
): Promise<DocumentStage> {
  const tree = await openOwnTree()
  const shop = await openShop(opening, tree, { environment: ENVIRONMENT })
  const server = await startServerProcess(
    new URL('serve-documents.ts', import.meta.url),
    { ...shop.variables, CHECKOUT_API_KEY: await issueCheckoutKey(tree, shop) },
    profileOptions(profile),
  )
  opening.defer(() => server.stop())

  const { sessions: made } = new CheckoutClient({
    apiKey: shop.apiKey,
    environment: 'production',
    baseUrl: server.origin,
  })
  const references: string[] = []
  while (references.length < sessions) {
    const { url } = await made.create(variedSession(shop.merchantId, references.length))
    references.push(url.slice(url.lastIndexOf('/') + 1))
  }
  return {
    server,
    references,
    async postgresMs() {
      const seconds = await postgresSeconds(shop.observer)
      return seconds === undefined ? undefined : seconds * 1000
    },
  }
}

const LOCALES = ['pt-BR', 'pt-BR', 'pt-BR', 'es', 'en'] as const
const GOODS = ['Camiseta azul', 'Caneca', 'Meias', 'Livro de receitas', 'Chá de hortelã']
const NAMES = ['Maria da Silva', 'João Souza', 'Ana Lima', 'Chloë O’Neil']
const LINES_MAX = 4

/** A session that differs from the one before in its lines, their prices, its language and its shopper. */
function variedSession(merchantId: string, index: number): CreateSessionInput {
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
