import { test as base } from 'playwright/test'
import type { Session } from '../../contract/session.ts'
import { type Account, readAccount } from './account.ts'
import { CheckoutPage } from './checkout-page.ts'
import { expectPaid } from './expect-paid.ts'
import { type Inbox, openInbox } from './inbox.ts'
import { openSandbox, type Order, type Sandbox, type SessionId } from './sandbox.ts'
import { type SandboxClock, withClock } from './sandbox-clock.ts'

const PAID_WITHIN_MS = 15_000

export interface WorkerFixtures {
  /** Whose sandbox, and where: from the environment, or from a fixture of yours that makes a merchant per worker. */
  account: Account
  /** The merchant's side: sessions, `simulate`, and the client for all else. */
  sandbox: Sandbox
}

export interface TestFixtures {
  /** What `session` is created with: `test.use({ order: { amount: 100, paymentMethods: ['pix'] } })`. */
  order: Order
  /** A fresh session. */
  session: Session
  /** The shopper's page. */
  checkout: CheckoutPage
  /** The merchant's notifications. */
  inbox: Inbox
  /** The merchant's time; real again after the test. */
  clock: SandboxClock
  /** Waits until the API says that a session is paid as it should be, and says what is so instead. */
  expectPaid: (session: SessionId, options?: { timeout?: number }) => Promise<void>
}

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
  checkout: async ({ locale, page }, use) => use(new CheckoutPage(page, { locale })),
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
})
