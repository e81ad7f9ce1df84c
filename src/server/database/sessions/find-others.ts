import type { EventType } from '#contract/event.ts'
import { statement, type Queryable } from '../engine/database.ts'

/** An event that was found by its id, or by that of a delivery. */
export interface FoundEvent {
  id: string
  type: EventType
  merchantId: string
  merchantName: string
  /** Null for a ping. */
  sessionId: string | null
  createdAt: Date
}

const EVENT_COLUMNS = `e.id, e.type, e.merchant_id as "merchantId", m.name as "merchantName",
  e.session_id as "sessionId", e.created_at as "createdAt"`

const EVENT = statement(
  'find event',
  `select ${EVENT_COLUMNS} from events e join merchants m on m.id = e.merchant_id
   where e.id = $1 and ($2::uuid is null or e.merchant_id = $2)`,
)

/** An event by its id; of all merchants where `merchantId` is null. */
export async function findEvent(
  db: Queryable,
  id: string,
  merchantId: string | null,
): Promise<FoundEvent[]> {
  return db.query<FoundEvent>(EVENT, [id, merchantId])
}

const EVENT_OF_DELIVERY = statement(
  'find event of delivery',
  `select ${EVENT_COLUMNS} from deliveries d join events e on e.id = d.event_id join merchants m on m.id = e.merchant_id
   where d.id = $1 and ($2::uuid is null or e.merchant_id = $2)`,
)

/** The event of a delivery. */
export async function findEventOfDelivery(
  db: Queryable,
  deliveryId: string,
  merchantId: string | null,
): Promise<FoundEvent[]> {
  return db.query<FoundEvent>(EVENT_OF_DELIVERY, [deliveryId, merchantId])
}

export interface FoundMerchant {
  id: string
  name: string
}

const MERCHANT = statement('find merchant', 'select id, name from merchants where id = $1')

export async function findMerchant(db: Queryable, id: string): Promise<FoundMerchant[]> {
  return db.query<FoundMerchant>(MERCHANT, [id])
}

const MERCHANTS_OF_NAME = statement(
  'find merchants of a name',
  `select id, name from merchants where name ilike '%' || $1 || '%' and ($2::uuid is null or id = $2)
   order by length(name), name, id limit $3`,
)

/** Merchants whose name contains the text, the shortest name first. */
export async function findMerchantsOfName(
  db: Queryable,
  text: string,
  { merchantId, limit }: { merchantId: string | null; limit: number },
): Promise<FoundMerchant[]> {
  const literal = text.replaceAll(/[\\%_]/g, String.raw`\$&`)
  return db.query<FoundMerchant>(MERCHANTS_OF_NAME, [literal, merchantId, limit])
}
