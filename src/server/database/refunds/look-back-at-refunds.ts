import type { PaymentMethod } from '#contract/payment.ts'
import type { RefundState } from '#contract/refund.ts'
import { plannedPerCall, type Queryable } from '../engine/database.ts'
import type { Edge } from '../lists/look-back.ts'
import { named } from '../engine/named-statement.ts'

/** Ids from `from` on and below `below`. */
export interface LookBackAtRefunds {
  /** Null: of every merchant. */
  merchantId: string | null
  /** Null: any. */
  status: RefundState | null
  from: string
  below: string
  /** Most refunds that are examined. */
  scan: number
  limit: number
}

export interface FoundRefund {
  id: string
  sessionId: string
  merchantId: string
  merchantName: string
  orderReference: string | null
  status: RefundState
  amountMinor: number
  currency: string
  method: PaymentMethod
  reason: string | null
  createdAt: Date
  updatedAt: Date
}

const ANY = `select r.id, r.session_id, r.status from refunds r where r.id >= :from and r.id < :below
     order by r.id desc limit :scan`

/** Pending and failed refunds are few, and have an index of their own. */
const UNFINISHED = `select r.id, r.session_id, r.status from refunds r
     where r.status <> 'succeeded' and r.status = :status and r.id >= :from and r.id < :below
     order by r.id desc limit :scan`

/** The collation is part of the index of a merchant's refunds. */
const OF_MERCHANT = `select r.* from refunds r
     where r.merchant_id = :merchantId and r.id collate "POSIX" >= :from and r.id collate "POSIX" < :below
     order by r.id collate "POSIX" desc limit :scan`

const COLUMNS = `r.id, r.session_id as "sessionId", found.merchant_id as "merchantId", m.name as "merchantName",
       found.order_reference as "orderReference", r.status, r.amount_minor as "amountMinor", r.currency, p.method,
       r.reason, r.created_at as "createdAt", r.updated_at as "updatedAt"`

const MATCHING = `join sessions s on s.id = w.session_id
       where (:status::text is null or w.status = :status)
       order by w.id desc limit :limit`

const WITH_METHOD_AND_NAME = `join payments p on p.id = r.payment_id
     join merchants m on m.id = found.merchant_id
     order by r.id desc`

const IN_FULL = `join refunds r on r.id = found.id ${WITH_METHOD_AND_NAME}` as const

const LIST = {
  any: plannedPerCall(
    named(
      'look back at refunds',
      `select ${COLUMNS} from (
       select w.id, s.merchant_id, s.order_reference from (${ANY}) w ${MATCHING}
     ) found ${IN_FULL}`,
    ),
  ),
  unfinished: plannedPerCall(
    named(
      'look back at unfinished refunds',
      `select ${COLUMNS} from (
       select w.id, s.merchant_id, s.order_reference from (${UNFINISHED}) w ${MATCHING}
     ) found ${IN_FULL}`,
    ),
  ),
  ofMerchant: plannedPerCall(
    named(
      'look back at refunds of a merchant',
      `select ${COLUMNS} from (
       select w.* from (${OF_MERCHANT}) w
       where (:status::text is null or w.status = :status)
       order by w.id collate "POSIX" desc limit :limit
     ) r
     join sessions found on found.id = r.session_id
     ${WITH_METHOD_AND_NAME}`,
    ),
  ),
}

/** The list of all merchants' refunds in which those of a state are examined. */
const listOf = (status: RefundState | null) =>
  status === null || status === 'succeeded' ? 'any' : 'unfinished'

/** One page of refunds that match, newest first, among the `scan` newest of the range. */
export async function lookBackAtRefunds(
  db: Queryable,
  { merchantId, ...page }: LookBackAtRefunds,
): Promise<FoundRefund[]> {
  if (merchantId !== null)
    return db.query<FoundRefund>(LIST.ofMerchant, LIST.ofMerchant.values({ merchantId, ...page }))
  const list = LIST[listOf(page.status)]
  return db.query<FoundRefund>(list, list.values(page))
}

const EDGE = {
  any: plannedPerCall(
    named(
      'edge of looking back at refunds',
      `select w.id, r.created_at as "createdAt", w.position::integer as scanned from (
         select w.id, row_number() over (order by w.id desc) as position from (${ANY}) w
       ) w join refunds r on r.id = w.id order by w.position desc limit 1`,
    ),
  ),
  unfinished: plannedPerCall(
    named(
      'edge of looking back at unfinished refunds',
      `select w.id, r.created_at as "createdAt", w.position::integer as scanned from (
         select w.id, row_number() over (order by w.id desc) as position from (${UNFINISHED}) w
       ) w join refunds r on r.id = w.id order by w.position desc limit 1`,
    ),
  ),
  ofMerchant: plannedPerCall(
    named(
      'edge of looking back at refunds of a merchant',
      `select w.id, w.created_at as "createdAt", w.position::integer as scanned from (
         select w.id, w.created_at, row_number() over (order by w.id collate "POSIX" desc) as position
         from (${OF_MERCHANT}) w
       ) w order by w.position desc limit 1`,
    ),
  ),
}

/** The oldest refund that was examined; undefined when none was. */
export async function edgeOfRefunds(
  db: Queryable,
  { merchantId, status, from, below, scan }: Omit<LookBackAtRefunds, 'limit'>,
): Promise<Edge | undefined> {
  const range = { from, below, scan }
  const edge = {
    any: () => db.query<Edge>(EDGE.any, EDGE.any.values(range)),
    unfinished: () => db.query<Edge>(EDGE.unfinished, EDGE.unfinished.values({ status, ...range })),
    ofMerchant: (own: string) =>
      db.query<Edge>(EDGE.ofMerchant, EDGE.ofMerchant.values({ merchantId: own, ...range })),
  }
  return (await (merchantId === null ? edge[listOf(status)]() : edge.ofMerchant(merchantId)))[0]
}
