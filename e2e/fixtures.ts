import { test as base, expect } from 'playwright/test'
import { z } from 'zod'
import { CheckoutClient } from '../src/client/index.ts'
import type { CreateSessionInput, Session } from '../src/contract/session.ts'
import { checkoutCommand } from './checkout-command.ts'
import { openInbox, type Inbox } from './inbox.ts'
import { CheckoutPage } from './checkout-page.ts'
import { API_URL } from './product.ts'

export interface Merchant {
  client: CheckoutClient
  inbox: Inbox
  name: string
  createSession(overrides?: Partial<CreateSessionInput>): Promise<Session>
  /** The types of the session's notifications once there are so many, in order. */
  notified(sessionId: string, count: number): Promise<string[]>
}

interface OfWorker {
  merchant: Merchant
}

interface OfTest {
  checkout: CheckoutPage
}

const Created = z.object({ merchantId: z.uuid(), webhookSecret: z.string() })
const Issued = z.object({ apiKey: z.string() })

export const test = base.extend<OfTest, OfWorker>({
  merchant: [
    async ({ playwright: _playwright }, use) => {
      const inbox = await openInbox()
      await use(await makeMerchant(inbox))
      await inbox.close()
    },
    { scope: 'worker' },
  ],
  checkout: async ({ page }, use) => {
    await use(new CheckoutPage(page))
  },
})

export { expect }

async function makeMerchant(inbox: Inbox): Promise<Merchant> {
  const name = 'Norte Livros'
  const { merchantId, webhookSecret } = Created.parse(
    await checkoutCommand('merchants', 'create', {
      name,
      'callback-url': inbox.callbackUrl,
      'return-origin': inbox.origin,
    }),
  )
  inbox.trust(webhookSecret)
  const { apiKey } = Issued.parse(await checkoutCommand('keys', 'issue', { merchant: merchantId }))
  const client = new CheckoutClient({ apiKey, environment: 'sandbox', baseUrl: API_URL })
  return {
    client,
    inbox,
    name,
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
    async notified(sessionId, count) {
      await expect.poll(() => inbox.of(sessionId).length).toBe(count)
      return inbox.of(sessionId).map(({ type }) => type)
    },
  }
}
