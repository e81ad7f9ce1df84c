import type { DisputeNote } from '#contract/dashboard/disputes.ts'
import type { DisputeState } from '#contract/dispute-states.ts'
import type { Page } from '#contract/list-page.ts'
import { plannedPerCall, type Queryable } from '../engine/database.ts'
import { named } from '../engine/named-statement.ts'
import { LAST_ID } from '#domain/id.ts'
import { LOOK_BACK_LIMIT, pageOf } from '../engine/read-page.ts'
import { DISPUTE_COLUMNS, withTimes, type DisputeRecord, type DisputeRow } from './disputes.ts'

interface OfOrder {
  merchantName: string
  orderReference: string | null
}

/** A dispute with its merchant and order. */
export type DisputeOfOrder = DisputeRecord & OfOrder

const COLUMNS =
  `${DISPUTE_COLUMNS}, m.name as "merchantName", s.order_reference as "orderReference"` as const
const JOINED =
  `join sessions s on s.id = d.session_id join merchants m on m.id = d.merchant_id` as const
const OF_MERCHANT = `(:merchantId::uuid is null or d.merchant_id = :merchantId)` as const

// The index disputes_due serves the condition and the order; those without a deadline come last. The page before ended at a
// dispute that may have been answered since.
const DUE = plannedPerCall(
  named(
    'look at disputes to answer',
    `select ${COLUMNS} from (
       select * from disputes d where d.status = 'needs_response' and ${OF_MERCHANT}
         and (:after::text is null or (coalesce(d.respond_by, 'infinity'), d.id) > (
           select coalesce(a.respond_by, 'infinity'), a.id from disputes a
           where a.id = :after and (:merchantId::uuid is null or a.merchant_id = :merchantId)
         ))
       order by d.respond_by, d.id limit :limit
     ) d ${JOINED} order by d.respond_by, d.id`,
  ),
)

const NEWEST = plannedPerCall(
  named(
    'look at disputes',
    `select ${COLUMNS} from (
       select * from disputes d
       where d.id < :below and ${OF_MERCHANT} and (:status::text is null or d.status = :status) order by d.id desc limit :limit
     ) d ${JOINED} order by d.id desc`,
  ),
)

export interface LookAtDisputes {
  /** Null: of every merchant. */
  merchantId: string | null
  /** Null: of any state. Those that wait for an answer are sorted by their deadline, all others newest first. */
  status: DisputeState | null
  after: string | undefined
}

/** A page of the disputes of a merchant or of all. */
export async function lookAtDisputes(
  db: Queryable,
  { merchantId, status, after }: LookAtDisputes,
): Promise<Page<DisputeOfOrder>> {
  const values = { merchantId, limit: LOOK_BACK_LIMIT + 1 }
  type Row = DisputeRow & OfOrder
  const rows =
    status === 'needs_response'
      ? await db.query<Row>(DUE, DUE.values({ ...values, after: after ?? null }))
      : await db.query<Row>(NEWEST, NEWEST.values({ ...values, status, below: after ?? LAST_ID }))
  return pageOf(
    rows.map((row) => ({ ...row, ...withTimes(row) })),
    LOOK_BACK_LIMIT,
  )
}

const NOTES_MAX = 100

const ONE = named(
  'look at dispute',
  `select ${COLUMNS}, m.country, m.time_zone as "timeZone", coalesce((
     select json_agg(json_build_object('at', a.at, 'note', a.details::jsonb ->> 'note',
       'isAnswered', coalesce((a.details::jsonb ->> 'isAnswered')::boolean, false)) order by a.sequence)
     from (
       select * from audit_log where subject collate "C" = d.id and action = 'dispute.noted'
       order by sequence desc limit ${NOTES_MAX}
     ) a
   ), '[]') as notes from disputes d ${JOINED} where d.id = :id`,
)

export type DisputeWithNotes = DisputeOfOrder & {
  country: string
  timeZone: string | null
  notes: DisputeNote[]
}

/** A dispute of any merchant, with what people noted about it, oldest first. */
export async function readDisputeWithNotes(
  db: Queryable,
  id: string,
): Promise<DisputeWithNotes | undefined> {
  type Row = Omit<DisputeWithNotes, keyof DisputeRecord> & DisputeRow
  const [row] = await db.query<Row>(ONE, ONE.values({ id }))
  return (
    row && {
      ...row,
      ...withTimes(row),
      notes: row.notes.map((note) => ({ ...note, at: new Date(note.at).toISOString() })),
    }
  )
}
