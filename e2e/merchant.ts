import { z } from 'zod'
import { CheckoutClient } from '#client/index.ts'
import type { CreateSessionInput, Session } from '#contract/session.ts'
import { checkoutCommand, type CheckoutCommand } from './checkout-command.ts'
import type { Inbox } from './inbox.ts'
import { API_URL } from './product.ts'

export interface Merchant {
  apiKey: string
  client: CheckoutClient
  id: string
  inbox: Inbox
  name: string
  webhookSecret: string
  createSession(overrides?: Partial<CreateSessionInput>): Promise<Session>
}

const Created = z.object({ merchantId: z.uuid(), webhookSecret: z.string() })
const Issued = z.object({ apiKey: z.string() })

/** The product that the merchant belongs to. */
interface Product {
  apiUrl: string
  command: CheckoutCommand
}

/** Creates a merchant by the operator's commands, and sessions with an order of R$ 259.90. */
export async function makeMerchant(
  inbox: Inbox,
  { apiUrl, command }: Product = { apiUrl: API_URL, command: checkoutCommand },
): Promise<Merchant> {
  const name = 'Norte Livros'
  const { merchantId, webhookSecret } = Created.parse(
    await command('merchants', 'create', {
      name,
      'callback-url': inbox.callbackUrl,
      'return-origin': inbox.origin,
    }),
  )
  inbox.trust(webhookSecret)
  const { apiKey } = Issued.parse(await command('keys', 'issue', { merchant: merchantId }))
  const client = new CheckoutClient({ apiKey, environment: 'sandbox', baseUrl: apiUrl })
  return {
    apiKey,
    client,
    id: merchantId,
    inbox,
    name,
    webhookSecret,
    createSession: (overrides) =>
      client.sessions.create({
        merchantId,
        currency: 'BRL',
        lineItems: [
          { name: 'Grande Sertão: Veredas', quantity: 1, unitAmount: 13990 },
          { name: 'A Hora da Estrela', quantity: 2, unitAmount: 6000, description: 'Paperback' },
        ],
        collect: { email: 'optional' },
        successUrl: `${inbox.origin}/ok`,
        cancelUrl: `${inbox.origin}/cart`,
        ...overrides,
      }),
  }
}
