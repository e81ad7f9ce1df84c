import type { DeliveryState } from '#contract/event.ts'
import { statement, type Queryable } from '../engine/database.ts'

export interface LastPing {
  eventId: string
  sentAt: Date
  /** Null: the merchant had no endpoint. */
  status: DeliveryState | null
  attempt: {
    statusCode: number | null
    error: string | null
    durationMs: number
    responseExcerpt: string | null
  } | null
}

const READ = statement(
  'last ping',
  `select e.id as "eventId", e.created_at as "sentAt", d.status,
     case when a.number is not null then json_build_object('statusCode', a.status_code, 'error', a.error,
       'durationMs', a.duration_ms, 'responseExcerpt', a.response_excerpt) end as attempt
   from (
     select id, created_at from events where merchant_id = $1 and type = 'ping' order by id desc limit 1
   ) e
   left join deliveries d on d.event_id = e.id
   left join delivery_attempts a on a.delivery_id = d.id and a.number = d.attempts_made`,
)

/** The latest test notification of a merchant, and its latest attempt. */
export async function readLastPing(
  db: Queryable,
  merchantId: string,
): Promise<LastPing | undefined> {
  return (await db.query<LastPing>(READ, [merchantId]))[0]
}
