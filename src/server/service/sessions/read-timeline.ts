import type { Standing } from '#contract/dashboard/standing.ts'
import type { Explanation, Timeline, TimelineLine } from '#contract/dashboard/timeline.ts'
import type { Customer } from '#contract/session.ts'
import { explainPayment } from '#domain/explain-payment.ts'
import { standingOfTimeline } from '#domain/timeline-standing.ts'
import { timeZoneOfMerchant } from '#domain/format-date.ts'
import { timelineLines } from '#domain/timeline-lines.ts'
import type { Queryable } from '../../database/engine/database.ts'
import { readTimelineRow } from '../../database/timeline.ts'

export interface ToldTimeline {
  timeline: Timeline
  standing: Standing
  lines: TimelineLine[]
  explanation: Explanation
  /** Unmasked: the caller must mask it, or record that it was read. */
  person: Customer | null
}

export interface AskedTimeline {
  /** The id of a session or a payment. */
  id: string
  /** The merchant that must own it; null: any merchant. */
  merchantId: string | null
}

/**
 * Reads the timeline of a session in one statement, tells it line by line, and explains it. Undefined when there is no such
 * session or payment, or it is another merchant's.
 */
export async function readTimeline(
  { database }: { database: Queryable },
  asked: AskedTimeline,
): Promise<ToldTimeline | undefined> {
  const row = await readTimelineRow(database, asked)
  if (row === undefined) return undefined
  const { person, merchant, ...rest } = row
  const { country, timeZone, ...told } = merchant
  const zone = timeZoneOfMerchant({ timeZone, country })
  const timeline = withTimestamps({ ...rest, merchant: told, timeZone: zone })
  return {
    timeline,
    standing: standingOfTimeline(timeline),
    lines: timelineLines(timeline),
    explanation: explainPayment(timeline),
    person,
  }
}

/** Names of fields that hold a time. */
const TIMES = new Set(['at', 'startedAt', 'owedSince', 'captureBefore', 'respondBy'])
const isTime = (name: string) => TIMES.has(name) || name.endsWith('At')

/** Writes the times as the contract does: PostgreSQL's JSON has microseconds and an offset. */
function withTimestamps(timeline: Timeline): Timeline {
  return JSON.parse(JSON.stringify(timeline), (name, value: unknown) =>
    isTime(name) && typeof value === 'string' ? new Date(value).toISOString() : value,
  ) as Timeline
}
