import { plannedPerCall, type Queryable } from '../engine/database.ts'
import { SHOWN_SESSION_COLUMNS, type FoundSession } from '../sessions/find-sessions.ts'
import { named } from '../engine/named-statement.ts'
import { filterValues, MATCHES_FILTERS, type SessionFilters } from '../sessions/session-filters.ts'

/** Ids from `from` on and below `below`. */
export interface LookBack extends SessionFilters {
  /** Null: of every merchant. */
  merchantId: string | null
  from: string
  below: string
  /** Most sessions that are examined, whether they match or not. */
  scan: number
  /** Most sessions that are returned. */
  limit: number
}

// Each query reads its own index; the collation "POSIX" is part of the index of a merchant's sessions.

const OF_MERCHANT = `select s.id, s.status, s.payment_status, s.amount_minor, s.currency from sessions s
     where s.merchant_id = :merchantId and s.id collate "POSIX" >= :from and s.id collate "POSIX" < :below
     order by s.id collate "POSIX" desc limit :scan`

const OF_ALL = `select s.id, s.status, s.payment_status, s.amount_minor, s.currency from sessions s
     where s.id >= :from and s.id < :below order by s.id desc limit :scan`

const SHOWN = `left join lateral (
         select l.id, l.status, l.method, l.decline_code, l.late from payments l where l.session_id = w.id
         order by l.status = 'succeeded' desc, l.id desc limit 1
       ) shown on true
       where ${MATCHES_FILTERS}` as const

const IN_FULL = `join sessions s on s.id = found.id
     join merchants m on m.id = s.merchant_id
     left join payments p on p.id = found.payment_id
     order by s.id desc`

// The statements stop at the last row that is returned: they examine all `scan` rows only where few match.

const LIST = plannedPerCall(
  named(
    'look back at sessions',
    `select ${SHOWN_SESSION_COLUMNS} from (
       select w.id, shown.id as payment_id from (${OF_MERCHANT}) w ${SHOWN}
       order by w.id collate "POSIX" desc limit :limit
     ) found ${IN_FULL}`,
  ),
)

const LIST_OF_ALL = plannedPerCall(
  named(
    'look back at sessions of all',
    `select ${SHOWN_SESSION_COLUMNS} from (
       select w.id, shown.id as payment_id from (${OF_ALL}) w ${SHOWN}
       order by w.id desc limit :limit
     ) found ${IN_FULL}`,
  ),
)

/** One page of sessions that match, newest first, among the `scan` newest of the range. */
export async function lookBack(db: Queryable, page: LookBack): Promise<FoundSession[]> {
  const { merchantId, from, below, scan, limit } = page
  const values = { from, below, scan, limit, ...filterValues(page) }
  return merchantId === null
    ? db.query<FoundSession>(LIST_OF_ALL, LIST_OF_ALL.values(values))
    : db.query<FoundSession>(LIST, LIST.values({ merchantId, ...values }))
}

const EDGE = plannedPerCall(
  named(
    'edge of looking back',
    `select w.id, s.created_at as "createdAt", w.position::integer as scanned from (
       select w.id, row_number() over (order by w.id collate "POSIX" desc) as position from (${OF_MERCHANT}) w
     ) w join sessions s on s.id = w.id order by w.position desc limit 1`,
  ),
)

const EDGE_OF_ALL = plannedPerCall(
  named(
    'edge of looking back at all',
    `select w.id, s.created_at as "createdAt", w.position::integer as scanned from (
       select w.id, row_number() over (order by w.id desc) as position from (${OF_ALL}) w
     ) w join sessions s on s.id = w.id order by w.position desc limit 1`,
  ),
)

export interface Edge {
  id: string
  createdAt: Date
  /** Number of rows that were examined, this one included. */
  scanned: number
}

/** The oldest session that was examined; undefined when none was. */
export async function edgeOf(
  db: Queryable,
  { merchantId, from, below, scan }: Pick<LookBack, 'merchantId' | 'from' | 'below' | 'scan'>,
): Promise<Edge | undefined> {
  const values = { from, below, scan }
  const [edge] =
    merchantId === null
      ? await db.query<Edge>(EDGE_OF_ALL, EDGE_OF_ALL.values(values))
      : await db.query<Edge>(EDGE, EDGE.values({ merchantId, ...values }))
  return edge
}
