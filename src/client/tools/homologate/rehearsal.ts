import type { CheckoutClient } from '../../checkout-client.ts'
import type { SendFailure } from '../../../domain/send-failure.ts'
import { ITEMS, type ItemId } from '../readiness/homologation/items.ts'
import type { ItemJudgement } from '../readiness/homologation/judge-item.ts'
import type { Evidence, ReportItem } from '../readiness/homologation/report.ts'
import type { Watching } from './watch-deliveries.ts'

/** What only the operator's database tells of a merchant. */
export interface MerchantFacts {
  name: string
  callbackUrl: string | null
  callbackDisabledAt: Date | null
  returnOrigins: readonly string[]
  /** When the merchant's own code last created a session with an Idempotency-Key; null when not in 24 hours. */
  lastKeyedSessionAt: Date | null
}

/** Posts to the merchant's callback, past the queue of deliveries. */
export type PostToCallback = (notification: {
  url: string
  headers: Record<string, string>
  body: string
}) => Promise<{ statusCode?: number | null; error?: SendFailure | null; durationMs: number }>

/** How a rehearsal is opened. */
export interface Opening {
  signal: AbortSignal
  startedAt: Date
}

export function runName({ startedAt }: Opening): string {
  return `homologation-${startedAt.getTime()}`
}

/** What the items of the checklist work with. */
export interface Rehearsal {
  client: CheckoutClient
  merchantId: string
  /** Undefined where a merchant rehearses alone. */
  facts: MerchantFacts | undefined
  /** Those that sign; empty where nobody gave one. */
  secrets: readonly string[]
  postToCallback: PostToCallback
  clock: () => Date
  signal: AbortSignal
  /** Stands in the order reference of every session that is made. */
  run: string
}

/** Retries come after 5 and after 30 seconds. */
const PATIENCE_MS = 45_000
/** Once something has failed over all of that, nobody waits for the retries of what comes after it. */
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
