import type { CheckoutClient } from '../../checkout-client.ts'
import { ITEMS, type ItemId } from '../readiness/go-live/items.ts'
import type { ItemJudgement } from '../readiness/go-live/judge-item.ts'
import type { Evidence, ReportItem } from '../readiness/go-live/report.ts'
import type { Post } from '../post.ts'
import type { Watching } from './watch-deliveries.ts'

/** Settings of a merchant that only the operator's database has. */
export interface MerchantFacts {
  name: string
  callbackUrl: string | null
  callbackDisabledAt: Date | null
  returnOrigins: readonly string[]
  /** When the merchant's own code last created a session with an Idempotency-Key; null: not within 24 hours. */
  lastKeyedSessionAt: Date | null
}

export interface Opening {
  signal: AbortSignal
  startedAt: Date
}

export function runName({ startedAt }: Opening): string {
  return `homologation-${startedAt.getTime()}`
}

/** Context of the checklist's items. */
export interface Rehearsal {
  client: CheckoutClient
  merchantId: string
  /** Undefined without operator access. */
  facts: MerchantFacts | undefined
  /** Webhook secrets in force; empty when unknown. */
  secrets: readonly string[]
  /** Posts to the merchant's webhook endpoint, not through the queue of deliveries. */
  post: Post
  clock: () => Date
  signal: AbortSignal
  /** Prefix of the order references of this run's sessions. */
  run: string
  /** Sessions that this run has created. */
  made: string[]
  /** Where this run delivers the notifications itself; undefined: the checkout delivers them to the callback. */
  to?: URL | undefined
}

export interface Running {
  /** Where the shop says how often it gave out an order. */
  state: string | undefined
  log: (text: string) => void
}

/** Covers the first retries of a delivery, after 5 and 30 seconds. */
const PATIENCE_MS = 45_000
/** Once an item has waited for `PATIENCE_MS` and failed, later items do not wait for retries. */
const PATIENCE_LOST_MS = 3000

export function watching({ client, signal }: Rehearsal, soFar: readonly ReportItem[]): Watching {
  const isLost = soFar.some(({ verdict, evidence }) => verdict === 'failed' && evidence.length > 0)
  return { client, signal, patienceMs: isLost ? PATIENCE_LOST_MS : PATIENCE_MS }
}

export function itemOf(
  id: ItemId,
  judgement: ItemJudgement,
  evidence: readonly Evidence[] = [],
): ReportItem {
  return { id, ...ITEMS[id], ...judgement, evidence: [...evidence] }
}
