import type { Fetch } from '#contract/fetch.ts'
import { createApiApp, type Peer } from './api-app.ts'
import { createBadDays, type BadDays } from './bad-days.ts'
import { createControl, type Control } from './control.ts'
import type { Customer } from './customers.ts'
import { runDue } from './run-due.ts'
import type { Bank, RepeatedCharge, RepeatedRefund, Deps } from './deps.ts'
import type { Journal } from '../shared/journal.ts'
import { openTables } from './tables.ts'
import { createTokens } from './tokens.ts'

export interface PixBankOptions extends Deps {
  customers: readonly Customer[]
  /** Default: only what the control plans goes wrong. */
  badDays?: BadDays
  /** Replayed at opening. Without a journal the state exists only in memory. */
  journal?: Journal
  /** Host and path of the payloads of charges (default: `pix.bank.example/qr/v2`). */
  locationBase?: string
  /** How a repeated request for a refund is handled. Default: it is refused. */
  repeatedRefund?: RepeatedRefund
  /** How a second request for an active charge is handled. Default: it alters the charge. */
  repeatedCharge?: RepeatedCharge
}

/** A bank that offers API Pix, with a ledger of its own. */
export interface PixBank {
  /** The API for a client with this certificate: `/oauth/token`, and API Pix below `/api`. */
  fetchAs: (peer: Peer) => Fetch
  /** Does what is due: ends refunds, takes money back for the network, and sends webhooks. */
  runDue: () => Promise<void>
  control: Control
}

const LOCATION_BASE = 'pix.bank.example/qr/v2'

export function openPixBank(options: PixBankOptions): PixBank {
  const { badDays = createBadDays(), journal, clock } = options
  const { locationBase = LOCATION_BASE, repeatedRefund = 'refused' } = options
  const { repeatedCharge = 'altered' } = options
  const tables = openTables(journal)
  const aheadMs = () => tables.settings.get('clock')?.aheadMs ?? 0
  const bank: Bank = {
    ...options,
    badDays,
    tables,
    locationBase,
    repeatedRefund,
    repeatedCharge,
    clock: () => new Date(clock().getTime() + aheadMs()),
  }
  const tokens = createTokens(bank)
  const app = createApiApp(bank, tokens)
  return {
    fetchAs: (peer) => (request) => app.fetch(request, peer),
    runDue: () => runDue(bank),
    control: createControl(bank, tokens),
  }
}
