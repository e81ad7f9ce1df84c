import { test as base } from 'playwright/test'
import type { Session } from '#contract/session.ts'
import { type Account, readAccount } from './account.ts'
import { CheckoutPage } from './checkout-page.ts'
import { expectDelivered } from './expect-delivered.ts'
import { expectPaid } from './expect-paid.ts'
import { type Inbox, openInbox } from './inbox.ts'
import { openSandbox, type Order, type Sandbox, type SessionId } from './sandbox.ts'
import { type SandboxClock, withClock } from './sandbox-clock.ts'

const PAID_WITHIN_MS = 15_000

export interface WorkerFixtures {
  /**
   * API address, key and secrets: from the environment, or from a fixture of yours that creates a merchant per worker.
   */
  account: Account
  /** The merchant's side: sessions, `simulate`, and the client. */
  sandbox: Sandbox
}

export interface TestFixtures {
  /** Input of `session`: `test.use({ order: { amount: 100, paymentMethods: ['pix'] } })`; the amount in minor units. */
  order: Order
  /** A new session per test. */
  session: Session
  /** Page object of the payment page. */
  checkout: CheckoutPage
  /** The merchant's webhooks. */
  inbox: Inbox
  /** The merchant's virtual clock; back at real time after the test. */
  clock: SandboxClock
  /**
   * Waits until a session is paid as expected, or fails with every difference. Timeout in milliseconds; default 15 000.
   */
  expectPaid: (session: SessionId, options?: { timeout?: number }) => Promise<void>
  /**
   * Waits until your webhook endpoint has accepted every notification of a session, or fails with what it answered.
   * Timeout in milliseconds; default 15 000.
   */
  expectDelivered: (session: SessionId, options?: { timeout?: number }) => Promise<void>
}

/** Playwright's `test` with fixtures for the sandbox. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  account: [
    async ({ playwright: _playwright }, use, { config, parallelIndex }) => {
      await use(readAccount(process.env, { parallelIndex, workers: config.workers }))
    },
    { scope: 'worker' },
  ],
  sandbox: [async ({ account }, use) => use(await openSandbox(account)), { scope: 'worker' }],
  order: [{}, { option: true }],
  session: async ({ order, sandbox }, use) => use(await sandbox.createSession(order)),
  checkout: async ({ locale, page, sandbox }, use) =>
    use(
      new CheckoutPage(page, { locale, findSession: (reference) => sandbox.sessionAt(reference) }),
    ),
  inbox: async ({ account, sandbox }, use) => {
    const ending = new AbortController()
    await use(openInbox(sandbox.client, account.webhookSecrets, ending.signal))
    ending.abort(new Error('the test is over'))
  },
  clock: async ({ account, sandbox }, use) => withClock(sandbox, account, use),
  expectPaid: async ({ sandbox }, use) =>
    use((session, { timeout = PAID_WITHIN_MS } = {}) =>
      expectPaid(sandbox.client, session, timeout),
    ),
  expectDelivered: async ({ sandbox }, use) =>
    use((session, { timeout = PAID_WITHIN_MS } = {}) =>
      expectDelivered(sandbox.client, session, timeout),
    ),
})
