import type { Fetch } from '#contract/fetch.ts'
import type { Journal } from '../shared/journal.ts'
import { createApiApp } from './api-app.ts'
import { createBadDays, type BadDays } from './bad-days.ts'
import { publicKeyText } from './card.ts'
import { createControl, type Control } from './control.ts'
import type { Adyen, Deps } from './deps.ts'
import type { Merchant } from './merchants.ts'
import { runDue } from './run-due.ts'
import type { Sent } from './send-webhooks.ts'
import { openTables } from './tables.ts'
import { PLAIN, type Variant } from './variant.ts'

export interface AdyenFakeOptions extends Deps {
  merchants: readonly Merchant[]
  /** Default: only what the control plans goes wrong. */
  badDays?: BadDays
  /** What no document settles. Default: the plain fake. */
  variant?: Partial<Variant>
  /** Replayed at opening. Without a journal the state exists only in memory. */
  journal?: Journal
  /** The origin of the page of challenges. */
  shopperUrl: string
}

/** Adyen's Checkout API for cards, with a ledger of its own. */
export interface AdyenFake {
  /** The API, below `/v72`. */
  fetch: Fetch
  /** Does what is due: ends requests, offers and holds, and sends webhooks. */
  runDue: () => Promise<void>
  control: Control
  /** The public key of a client key, as the shopper's host answers it. */
  publicKeyOf: (clientKey: string) => string | undefined
}

export function createAdyenFake(options: AdyenFakeOptions): AdyenFake {
  const { badDays = createBadDays(), variant, journal, clock, merchants } = options
  const tables = openTables(journal)
  const aheadMs = () => tables.settings.get('clock')?.aheadMs ?? 0
  const sent: Sent[] = []
  // One run at a time, so that nothing is sent twice.
  let running = Promise.resolve()
  const adyen: Adyen = {
    ...options,
    runDue: () => (running = running.catch(() => undefined).then(() => runDue(adyen, sent))),
    badDays,
    tables,
    variant: { ...PLAIN, ...variant },
    clock: () => new Date(clock().getTime() + aheadMs()),
  }
  const app = createApiApp(adyen)
  return {
    fetch: async (request) => app.fetch(request),
    runDue: adyen.runDue,
    control: createControl(adyen, sent),
    publicKeyOf: (clientKey) =>
      merchants.some((merchant) => merchant.clientKey === clientKey) ? publicKeyText() : undefined,
  }
}
