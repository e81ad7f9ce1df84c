import type { DeclineCode, PaymentMethod } from '../../contract/payment.ts'
import type { SessionPaymentState, SessionState } from '../../contract/session.ts'
import { plannedPerCall, type Queryable } from './database.ts'
import { SHOWN_SESSION_COLUMNS, type FoundSession } from './find-sessions.ts'
import { named } from './named-statement.ts'

/** What a list of sessions is narrowed to; null: any. */
export interface SessionFilters {
  status: SessionState | null
  paymentStatus: SessionPaymentState | null
  /** Of the payment that succeeded, else of the latest. */
  method: PaymentMethod | null
  /** Whether that payment was declined. */
  declined: boolean | null
  declineCode: DeclineCode | null
  amountFrom: number | null
  amountTo: number | null
}

/** Ids from `from` on and below `below`. */
export interface LookBack extends SessionFilters {
  merchantId: string
  from: string
  below: string
  /** Sessions that are looked at, whether they match or not. */
  scan: number
  /** Sessions that are returned. */
  limit: number
}

const WINDOW = `select s.id, s.status, s.payment_status, s.amount_minor from sessions s
     where s.merchant_id = :merchantId and s.id collate "POSIX" >= :from and s.id collate "POSIX" < :below
     order by s.id collate "POSIX" desc limit :scan`

/** Stops at the last row that is returned: it looks at all of `scan` only where few match. */
const LIST = plannedPerCall(
  named(
    'look back at sessions',
    `select ${SHOWN_SESSION_COLUMNS} from (
       select w.id, shown.id as payment_id from (${WINDOW}) w
       left join lateral (
         select l.id, l.method, l.decline_code from payments l where l.session_id = w.id
         order by l.status = 'succeeded' desc, l.id desc limit 1
       ) shown on true
       where (:status::text is null or w.status = :status)
         and (:paymentStatus::text is null or w.payment_status = :paymentStatus)
         and (:amountFrom::bigint is null or w.amount_minor >= :amountFrom)
         and (:amountTo::bigint is null or w.amount_minor <= :amountTo)
         and (:method::text is null or shown.method = :method)
         and (:declined::boolean is null or (shown.decline_code is not null) = :declined)
         and (:declineCode::text is null or shown.decline_code = :declineCode)
       order by w.id collate "POSIX" desc limit :limit
     ) found
     join sessions s on s.id = found.id
     join merchants m on m.id = s.merchant_id
     left join payments p on p.id = found.payment_id
     order by s.id desc`,
  ),
)

/** One page of sessions that match, newest first, among the `scan` newest of the range. */
export async function lookBack(db: Queryable, page: LookBack): Promise<FoundSession[]> {
  return db.query<FoundSession>(LIST, LIST.values({ ...page }))
}

const EDGE = plannedPerCall(
  named(
    'edge of looking back',
    `select w.id, s.created_at as "createdAt", w.position::integer as scanned from (
       select w.id, row_number() over (order by w.id collate "POSIX" desc) as position from (${WINDOW}) w
     ) w join sessions s on s.id = w.id order by w.position desc limit 1`,
  ),
)

export interface Edge {
  id: string
  createdAt: Date
  /** Sessions down to this one, itself included. */
  scanned: number
}

/** The oldest session that was looked at; undefined where there was none. */
export async function edgeOf(
  db: Queryable,
  { merchantId, from, below, scan }: Pick<LookBack, 'merchantId' | 'from' | 'below' | 'scan'>,
): Promise<Edge | undefined> {
  return (await db.query<Edge>(EDGE, EDGE.values({ merchantId, from, below, scan })))[0]
}
