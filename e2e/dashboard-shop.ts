import { z } from 'zod'
import { CheckoutClient } from '#client/index.ts'
import { checkoutCommand } from './checkout-command.ts'
import { API_URL } from './product.ts'

const Created = z.object({ merchantId: z.uuid() })
const Issued = z.object({ apiKey: z.string() })

export interface Shop {
  merchantId: string
  client: CheckoutClient
}

/** Creates a merchant and its API key by the command line, with `options` of `merchants create`. */
export async function openShop(options: Record<string, string> = {}): Promise<Shop> {
  const { merchantId } = Created.parse(
    await checkoutCommand('merchants', 'create', { name: 'Norte Livros', ...options }),
  )
  const { apiKey } = Issued.parse(await checkoutCommand('keys', 'issue', { merchant: merchantId }))
  const client = new CheckoutClient({ apiKey, environment: 'sandbox', baseUrl: API_URL })
  return { merchantId, client }
}

/** Creates a session that is paid at once, which makes two events. */
export async function sell({ merchantId, client }: Shop, orderReference: string): Promise<void> {
  const customer = { email: 'ada@mail.example' }
  const session = await client.sessions.create({
    merchantId,
    amount: 25_990,
    orderReference,
    customer,
  })
  await client.sandbox.simulate(session.id, { outcome: 'pay' })
}
