import { createPageClient } from '#page/bff/page-client.ts'
import { CARDS, CheckoutPage } from '#client/testing/index.ts'
import type { Session } from '#contract/session.ts'
import { envelopeOf, sealCard } from '#proof/testing/seal-card.ts'
import { z } from 'zod'
import { checkoutCommand } from './checkout-command.ts'
import { expect, test } from './fixtures.ts'
import { openInbox } from './inbox.ts'
import { makeMerchant } from './merchant.ts'
import { API_URL } from './product.ts'

const Issued = z.object({ apiKey: z.string() })
const FAILURES = 5

test('R-48: While the processor is down no payment is created, and a submission after it pays once', async ({
  page,
}) => {
  // A separate merchant, because the sandbox's failures are per merchant.
  const inbox = await openInbox()
  const merchant = await makeMerchant(inbox)
  const { apiKey } = Issued.parse(await checkoutCommand('keys', 'issue', { kind: 'checkout' }))
  const backend = createPageClient({ apiKey, environment: 'sandbox', baseUrl: API_URL })
  /** Pays one session by a card for which the processor gives no answer. */
  async function payBySilentCard({ url }: Session) {
    const reference = url.slice(url.lastIndexOf('/') + 1)
    const idempotencyKey = crypto.randomUUID()
    const seal = await backend.checkout.cardSeal(reference)
    const inner = await sealCard(seal.encryptionKey, '4000504000000003')
    const encrypted = envelopeOf(inner, seal, { idempotencyKey })
    const card = { encrypted, brand: 'visa', lastFour: '0003' } as const
    return backend.checkout.pay(reference, { method: 'card', card }, { idempotencyKey })
  }

  const session = await merchant.createSession()
  const checkout = new CheckoutPage(page)
  await checkout.open(session)
  await checkout.choose('card')
  await checkout.fillCard(CARDS.success)
  await checkout.fillCustomer({ email: 'ana@example.com' })
  const silent = await Promise.all(Array.from({ length: FAILURES }, () => merchant.createSession()))
  await Promise.all(silent.map(payBySilentCard))

  await checkout.pay()
  await expect(checkout.unavailable).toBeVisible()
  await expect(checkout.unavailable).toContainText('You haven’t been charged.')
  await expect(checkout.field('email')).toHaveValue('ana@example.com')
  expect(await merchant.client.sessions.get(session.id)).toMatchObject({
    status: 'open',
    attempts: 0,
  })

  await expect(async () => {
    // The page never keeps the security code, so each submission types it again.
    await checkout.cardField('card-code').fill('123', { timeout: 1_000 })
    await checkout.pay()
    await expect(checkout.paid.or(checkout.unavailable)).toBeVisible()
    await expect(checkout.paid).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 60_000 })
  expect(await merchant.client.sessions.get(session.id)).toMatchObject({ attempts: 1 })
  await inbox.close()
})
