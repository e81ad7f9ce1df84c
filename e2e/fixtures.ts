import { test as base, expect } from 'playwright/test'
import type { Session } from '../src/contract/session.ts'
import { openInbox } from './inbox.ts'
import { CheckoutPage } from './checkout-page.ts'
import { type Ledger, openLedger } from './ledger.ts'
import { makeMerchant, type Merchant as AnyMerchant } from './merchant.ts'

export interface Merchant extends AnyMerchant {
  /** The types of the session's notifications once there are so many, in order. */
  notified(sessionId: string, count: number): Promise<string[]>
  /** Once the session has an attempt. */
  attempted(session: Session): Promise<void>
  /** When money was taken for a session, by the books of the processor. */
  captures(session: Session): Promise<Date[]>
  /** Once the session is paid: by one attempt, announced once, its money taken once. */
  paidOnce(session: Session): Promise<void>
}

interface OfWorker {
  merchant: Merchant
  /** A session that expires while other flows run, once it has. */
  expired: () => Promise<Session>
}

interface OfTest {
  checkout: CheckoutPage
}

/** The least that the contract allows. */
const EXPIRES_IN_SECONDS = 60

export const test = base.extend<OfTest, OfWorker>({
  merchant: [
    async ({ playwright: _playwright }, use) => {
      const inbox = await openInbox()
      const ledger = openLedger()
      await use(withAnswers(await makeMerchant(inbox), ledger))
      await Promise.all([inbox.close(), ledger.close()])
    },
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
  checkout: async ({ page }, use) => {
    await use(new CheckoutPage(page))
  },
})

export { expect }

/** A merchant who is asked what became of a session. */
function withAnswers(merchant: AnyMerchant, ledger: Ledger): Merchant {
  const { client, inbox } = merchant
  return {
    ...merchant,
    async notified(sessionId, count) {
      await expect.poll(() => inbox.of(sessionId).length).toBe(count)
      return inbox.of(sessionId).map(({ type }) => type)
    },
    async attempted({ id }) {
      await expect.poll(async () => (await client.sessions.get(id)).attempts).toBeGreaterThan(0)
    },
    captures: ({ id }) => ledger.captures(id),
    async paidOnce(session) {
      const read = () => client.sessions.get(session.id)
      await expect.poll(async () => (await read()).status, { timeout: 30_000 }).toBe('complete')
      expect(await read()).toMatchObject({ paymentStatus: 'paid', attempts: 1 })
      const { data } = await client.events.list({ sessionId: session.id })
      const announced = data.filter(({ type }) => type === 'payment.succeeded')
      expect(announced).toHaveLength(1)
      expect(await ledger.captures(session.id)).toHaveLength(1)
    },
  }
}
