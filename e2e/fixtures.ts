import { expect, test as base } from '#client/testing/index.ts'
import type { Session } from '#contract/session.ts'
import { expectPaid } from '#client/testing/expect-paid.ts'
import { openInbox } from './inbox.ts'
import { type Ledger, openLedger } from './ledger.ts'
import { makeMerchant, type Merchant as AnyMerchant } from './merchant.ts'
import { API_URL, CHECKOUT_URL } from './product.ts'

export interface Merchant extends AnyMerchant {
  /** Waits until a session has `count` events; returns their types in order. */
  notified(sessionId: string, count: number): Promise<string[]>
  /** Waits until the session has a payment. */
  paymentCreated(session: Session): Promise<void>
  /** The capture times in the simulated processor's ledger. */
  captures(session: Session): Promise<Date[]>
  /** Waits until the session is paid, and expects one payment, one event and one capture. */
  paidOnce(session: Session): Promise<void>
}

interface WorkerFixtures {
  merchant: Merchant
  /** Waits for the end of a session that expires while other flows run. */
  expired: () => Promise<Session>
}

/** The shortest expiry that the contract allows. */
const EXPIRES_IN_SECONDS = 60
const PAID_WITHIN_MS = 30_000

/** The published test kit with a merchant per worker, and with access to the product's ledger and commands. */
export const test = base.extend<object, WorkerFixtures>({
  merchant: [
    async ({ playwright: _playwright }, use) => {
      const inbox = await openInbox()
      const ledger = openLedger()
      await use(withAssertions(await makeMerchant(inbox), ledger))
      await Promise.all([inbox.close(), ledger.close()])
    },
    { scope: 'worker' },
  ],
  account: [
    async ({ merchant: { apiKey, webhookSecret } }, use) =>
      use({
        apiUrl: API_URL,
        checkoutUrl: CHECKOUT_URL,
        apiKey,
        webhookSecrets: [webhookSecret],
        isShared: false,
      }),
    { scope: 'worker' },
  ],
  expired: [
    async ({ merchant }, use) => {
      const session = await merchant.createSession({ expiresInSeconds: EXPIRES_IN_SECONDS })
      await use(async () => {
        await expect
          .poll(async () => (await merchant.client.sessions.get(session.id)).status, {
            timeout: (EXPIRES_IN_SECONDS + 15) * 1000,
          })
          .toBe('expired')
        return session
      })
    },
    { scope: 'worker', auto: true },
  ],
})

export { expect }

/** A merchant with assertions about sessions. */
function withAssertions(merchant: AnyMerchant, ledger: Ledger): Merchant {
  const { client, inbox } = merchant
  return {
    ...merchant,
    async notified(sessionId, count) {
      await expect.poll(() => inbox.of(sessionId).length).toBe(count)
      return inbox.of(sessionId).map(({ type }) => type)
    },
    async paymentCreated({ id }) {
      await expect.poll(async () => (await client.sessions.get(id)).attempts).toBeGreaterThan(0)
    },
    captures: ({ id }) => ledger.captures(id),
    async paidOnce(session) {
      await expectPaid(client, session, PAID_WITHIN_MS)
      expect(await client.sessions.get(session.id)).toMatchObject({ attempts: 1 })
      expect(await ledger.captures(session.id)).toHaveLength(1)
    },
  }
}
