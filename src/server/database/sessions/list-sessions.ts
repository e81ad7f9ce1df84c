import { SessionPaymentState, SessionState, type ListSessions } from '#contract/session.ts'
import type { Page } from '#contract/list-page.ts'
import { plannedPerCall, type Queryable } from '../engine/database.ts'
import { named } from '../engine/named-statement.ts'
import { idRange, pageOf, withLargeRows } from '../engine/read-page.ts'
import {
  LISTED_COLUMNS,
  readSession,
  withPayment,
  type Joined,
  type SessionWithPayment,
} from './sessions.ts'

// The upper bound of ids always has a value: with an optional one, a generic plan would read from the newest session on.
const PERIOD = `(:createdAfter::timestamptz is null or s.created_at > :createdAfter)
     and (:createdBefore::timestamptz is null or s.created_at < :createdBefore)`
const OTHER_FILTERS =
  `s.merchant_id = :merchantId and s.id < :below and (:status::text is null or s.status = :status)
     and (:paymentStatus::text is null or s.payment_status = :paymentStatus)
     and (:customerEmail::text is null or s.details #>> '{customer,email}' = :customerEmail)
     and (:metadata::jsonb is null or s.details -> 'metadata' @> :metadata) and ${PERIOD}` as const
const FILTERS =
  `${OTHER_FILTERS} and (:amount::bigint is null or s.amount_minor = :amount)` as const
/**
 * The limit is a subquery, as in `find-sessions.ts`. The lists are planned per call: a generic plan takes each filter that may be
 * absent for one that few match, expects no row, and may read and sort all that have the value.
 */
const PAGE = `${FILTERS} order by s.id desc limit (select :limit::bigint)` as const

/**
 * Sorted by the collation "POSIX", which gives the same order as the ids' own, but which only the merchant's index has. With
 * the ids' own collation, a plan may read the newest sessions of all merchants until enough belong to this one.
 */
const LIST = plannedPerCall(
  named(
    'sessions of a merchant',
    `select ${LISTED_COLUMNS} from sessions s
     where s.merchant_id = :merchantId and s.id collate "POSIX" >= :from and s.id collate "POSIX" < :below and ${PERIOD}
     order by s.id collate "POSIX" desc limit :limit`,
  ),
)

/** Compared and sorted as in `find-sessions.ts`. */
const LIST_OF_ORDER = plannedPerCall(
  named(
    'sessions of an order',
    `select ${LISTED_COLUMNS} from sessions s where s.order_reference = any (array[:orderReference::text]) and ${FILTERS}
   order by s.order_reference, s.id desc limit (select :limit::bigint)`,
  ),
)

/**
 * Sorted as its index is, and bounded on both sides: with an equality, also one beside the bounds, a plan may take the merchant's
 * index or that of ids, where most rows do not match.
 */
const LIST_OF_AMOUNT = plannedPerCall(
  named(
    'sessions of an amount',
    `select ${LISTED_COLUMNS} from sessions s where s.amount_minor >= :amount and s.amount_minor <= :amount and ${OTHER_FILTERS}
   order by s.amount_minor desc, s.id desc limit (select :limit::bigint)`,
  ),
)

const HASH_OF_EMAIL = `hashtextextended(s.details #>> '{customer,email}', 0)`

/** Sorted as its index is, and bounded on both sides, as for an amount. */
const LIST_OF_EMAIL = plannedPerCall(
  named(
    'sessions of an e-mail address',
    `select ${LISTED_COLUMNS} from sessions s
   where ${HASH_OF_EMAIL} >= hashtextextended(:customerEmail, 0) and ${HASH_OF_EMAIL} <= hashtextextended(:customerEmail, 0)
     and ${FILTERS} order by ${HASH_OF_EMAIL}, s.id desc limit (select :limit::bigint)`,
  ),
)

/** For metadata that many sessions share: the newest sessions, of which a page may be full. */
const LIST_OF_COMMON_METADATA = plannedPerCall(
  named(
    'sessions of common metadata',
    `select ${LISTED_COLUMNS} from (
       select * from sessions s where s.merchant_id = :merchantId and s.id collate "POSIX" < :below
       order by s.id collate "POSIX" desc limit :scan
     ) s where ${PAGE}`,
  ),
)
const NEWEST_SCANNED = 500

/**
 * Reads the index of metadata first, without the limit: with it, the planner would rather read the merchant's sessions one by
 * one until enough match. A generic plan would also read all ids of the merchant.
 */
const LIST_OF_METADATA = plannedPerCall(
  named(
    'sessions of metadata',
    `with found as materialized (
       select s.id from sessions s
       where s.merchant_id = :merchantId and (s.details -> 'metadata') @> :metadata::jsonb
     )
     select ${LISTED_COLUMNS} from sessions s where s.id in (select id from found) and ${PAGE}`,
  ),
)

/** A separate statement for filters by state: each combination is a range of the index, however rare it is. */
const LIST_IN_STATES = plannedPerCall(
  named(
    'sessions in states',
    `select ${LISTED_COLUMNS} from (
     select page.id from unnest(:statuses::text[]) as with_status (status)
     cross join unnest(:paymentStatuses::text[]) as with_payment (payment_status)
     cross join lateral (
       select s.id from sessions s
       where s.status = with_status.status and s.payment_status = with_payment.payment_status
         and s.id >= :from and ${PAGE}
     ) page order by page.id desc limit :limit
   ) found join sessions s on s.id = found.id order by s.id desc`,
  ),
)

const LIST_OF_OTHER_TIME = named(
  'sessions of another time',
  `select ${LISTED_COLUMNS} from sessions s
   where abs(extract(epoch from s.created_at - time_of_id(s.id))) > 60 and ${PAGE}`,
)

/** A keyset page of a merchant's sessions, newest first. */
export async function listSessions(
  db: Queryable,
  merchantId: string,
  query: ListSessions,
): Promise<Page<SessionWithPayment>> {
  const values = {
    merchantId,
    below: idRange('cs', { after: query.after }).below,
    status: query.status ?? null,
    paymentStatus: query.paymentStatus ?? null,
    createdAfter: query.createdAfter ?? null,
    createdBefore: query.createdBefore ?? null,
    amount: query.amount ?? null,
    customerEmail: query.customerEmail ?? null,
    metadata: query.metadata === undefined ? null : JSON.stringify(query.metadata),
    limit: query.limit + 1,
  }
  const rows = await (isSelective(query)
    ? bySelectiveValue(db, values, query.orderReference)
    : inPeriod(db, values, query))
  const page = pageOf(
    rows.map((row) => withPayment(row)),
    query.limit,
  )
  return withLargeRows(page, isLarge, ({ id }) => readSession(db, merchantId, id))
}

const isLarge = ({ details }: { details: unknown }) => details === null

type Row = Joined<SessionWithPayment>

/**
 * An id holds the real time, `created_at` the time of the merchant's clock. Sessions in which they differ by more than a
 * minute are in the index `sessions_of_other_time`.
 */
const ID_TIME_MARGIN_MS = 61_000

type Values = Parameters<typeof LIST_OF_EMAIL.values>[0] & {
  customerEmail: string | null
  metadata: string | null
}

function isSelective({ orderReference, amount, customerEmail, metadata }: ListSessions): boolean {
  return [orderReference, amount, customerEmail, metadata].some((value) => value !== undefined)
}

/** Reads by the index of the most selective filter. */
async function bySelectiveValue(
  db: Queryable,
  values: Values,
  orderReference: string | undefined,
): Promise<Row[]> {
  if (orderReference !== undefined)
    return db.query<Row>(LIST_OF_ORDER, LIST_OF_ORDER.values({ ...values, orderReference }))
  if (values.customerEmail !== null)
    return db.query<Row>(LIST_OF_EMAIL, LIST_OF_EMAIL.values(values))
  if (values.metadata === null) return db.query<Row>(LIST_OF_AMOUNT, LIST_OF_AMOUNT.values(values))
  const scanning = LIST_OF_COMMON_METADATA.values({ ...values, scan: NEWEST_SCANNED })
  const newest = await db.query<Row>(LIST_OF_COMMON_METADATA, scanning)
  return newest.length === values.limit
    ? newest
    : db.query<Row>(LIST_OF_METADATA, LIST_OF_METADATA.values(values))
}

/** Reads the period's range of ids, and separately the few sessions whose ids hold another time than `created_at`. */
async function inPeriod(db: Queryable, values: Values, query: ListSessions): Promise<Row[]> {
  const { merchantId, createdAfter, createdBefore, limit } = values
  const range = { merchantId, createdAfter, createdBefore, limit, ...idsOfPeriod(query) }
  const isByState = query.status !== undefined || query.paymentStatus !== undefined
  const hasPeriod = query.createdAfter !== undefined || query.createdBefore !== undefined
  const pages = await Promise.all([
    isByState
      ? db.query<Row>(
          LIST_IN_STATES,
          LIST_IN_STATES.values({ ...values, ...range, ...statesOf(query) }),
        )
      : db.query<Row>(LIST, LIST.values(range)),
    hasPeriod ? db.query<Row>(LIST_OF_OTHER_TIME, LIST_OF_OTHER_TIME.values(values)) : [],
  ])
  const found = new Map(pages.flat().map((row) => [row.id, row]))
  return [...found.values()]
    .toSorted((one, other) => (one.id < other.id ? 1 : -1))
    .slice(0, query.limit + 1)
}

/** The range of ids of sessions created in the period, except sessions whose ids hold another time than `created_at`. */
function idsOfPeriod({ after, createdAfter, createdBefore }: ListSessions) {
  const timeAt = (text: string | undefined, marginMs: number) =>
    text === undefined ? undefined : new Date(new Date(text).getTime() + marginMs)
  const from = timeAt(createdAfter, -ID_TIME_MARGIN_MS)
  return idRange('cs', { from, until: timeAt(createdBefore, ID_TIME_MARGIN_MS), after })
}

function statesOf({ status, paymentStatus }: ListSessions) {
  return {
    statuses: status === undefined ? SessionState.options : [status],
    paymentStatuses: paymentStatus === undefined ? SessionPaymentState.options : [paymentStatus],
  }
}
