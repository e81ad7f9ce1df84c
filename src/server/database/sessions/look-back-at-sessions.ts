import type { LookBackPage } from '#contract/list-page.ts'
import { plannedPerCall, type Queryable } from '../engine/database.ts'
import { named } from '../engine/named-statement.ts'
import {
  idRange,
  LOOK_BACK_LIMIT,
  LOOK_BACK_SCAN,
  lookBackPageOf,
  pageOf,
  placeById,
  type Range,
} from '../engine/read-page.ts'
import { SHOWN_FIRST, STANDING_COLUMNS } from '../payments/standing-sql.ts'
import { SHOWN_SESSION_COLUMNS, type FoundSession } from './find-sessions.ts'
import { filterValues, MATCHES_FILTERS, type SessionFilters } from './session-filters.ts'

export interface LookBackAtSessions extends Partial<SessionFilters>, Range {
  /** Null: of every merchant. */
  merchantId: string | null
}

// Each query reads its own index; the collation "POSIX" is part of the index of a merchant's sessions.

const OF_MERCHANT = `select s.id, s.status, s.amount_minor, s.currency from sessions s
     where s.merchant_id = :merchantId and s.id collate "POSIX" >= :from and s.id collate "POSIX" < :below
     order by s.id collate "POSIX" desc limit :scan`

const OF_ALL = `select s.id, s.status, s.amount_minor, s.currency from sessions s
     where s.id >= :from and s.id < :below order by s.id desc limit :scan`

const SHOWN = `left join lateral (
         select ${STANDING_COLUMNS}, l.method, l.decline_code, l.late from payments l where l.session_id = w.id
         order by ${SHOWN_FIRST} limit 1
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

/** The oldest session that was examined, and how many were. */
interface Examined {
  id: string
  createdAt: Date
  scanned: number
}

/** A page of the sessions that match, of a merchant or of all, newest first. */
export async function lookBackAtSessions(
  db: Queryable,
  { merchantId, ...asked }: LookBackAtSessions,
): Promise<LookBackPage<FoundSession, Date>> {
  const scanned = { ...idRange('cs', asked), scan: LOOK_BACK_SCAN }
  const values = { ...scanned, limit: LOOK_BACK_LIMIT + 1, ...filterValues(asked) }
  const read =
    merchantId === null
      ? await db.query<FoundSession>(LIST_OF_ALL, LIST_OF_ALL.values(values))
      : await db.query<FoundSession>(LIST, LIST.values({ merchantId, ...values }))
  return lookBackPageOf(pageOf(read, LOOK_BACK_LIMIT), placeById, async () => {
    const [oldest] =
      merchantId === null
        ? await db.query<Examined>(EDGE_OF_ALL, EDGE_OF_ALL.values(scanned))
        : await db.query<Examined>(EDGE, EDGE.values({ merchantId, ...scanned }))
    return oldest && { ...placeById(oldest), isCut: oldest.scanned === LOOK_BACK_SCAN }
  })
}
