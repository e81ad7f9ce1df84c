import type { CardBrand, DeclineCode, PaymentMethod } from '#contract/payment.ts'
import type { Customer, SessionPaymentState, SessionState } from '#contract/session.ts'
import type { StandingPayment } from '#domain/standing.ts'
import { plannedPerCall, type Queryable } from '../engine/database.ts'
import { named } from '../engine/named-statement.ts'
import { isDisputed, refundedMinorOf, SHOWN_FIRST } from '../payments/standing-sql.ts'

/** A payment of a found session, as a list shows it. */
export interface FoundPayment extends StandingPayment {
  id: string
  method: PaymentMethod
  cardBrand: CardBrand | null
  cardLastFour: string | null
  declineCode: DeclineCode | null
  /** Whether its money came after the session had ended or was already paid. */
  late: boolean
  createdAt: string
  succeededAt: string | null
}

/** A session with the payment that was found; else with the one that `shownPayment` chooses; null when it has none. */
export interface FoundSession {
  id: string
  merchantId: string
  merchantName: string
  orderReference: string | null
  status: SessionState
  paymentStatus: SessionPaymentState
  amountMinor: number
  currency: string
  createdAt: Date
  personalDataRemovedAt: Date | null
  payment: FoundPayment | null
  /** The customer of the payment, else of the session. */
  customer: Customer
}

/** `merchantId` null: all merchants. */
export type FoundIn = { merchantId: string | null; limit: number }

/** SQL: the columns of a session `s` of merchant `m`, with its payment `p`. */
export const SHOWN_SESSION_COLUMNS =
  `s.id, s.merchant_id as "merchantId", m.name as "merchantName", s.order_reference as "orderReference",
  s.status, s.payment_status as "paymentStatus", s.amount_minor as "amountMinor", s.currency,
  s.created_at as "createdAt", s.personal_data_removed_at as "personalDataRemovedAt",
  coalesce(p.customer, nullif(s.details -> 'customer', 'null'), '{}') as customer,
  case when p.id is not null then json_build_object('id', p.id, 'status', p.status, 'method', p.method,
    'amountMinor', p.amount_minor, 'currency', p.currency, 'capturedMinor', p.captured_minor,
    'capturedCurrency', p.captured_currency, 'refundedMinor', ${refundedMinorOf('p')},
    'reversedMinor', p.reversed_minor, 'reinstatedMinor', p.reinstated_minor, 'isOwed', p.refund_owed_at is not null,
    'isDisputed', ${isDisputed('p', 's')}, 'captureMethod', p.capture_method,
    'cardBrand', p.card_brand, 'cardLastFour', p.card_last_four, 'declineCode', p.decline_code, 'late', p.late,
    'createdAt', p.created_at, 'succeededAt', p.succeeded_at) end as payment` as const

/** SQL: selects the sessions of the rows `found (session_id, payment_id)`, in which `payment_id` may be null. */
const SHOW = `select ${SHOWN_SESSION_COLUMNS} from found
  join sessions s on s.id = found.session_id
  join merchants m on m.id = s.merchant_id
  left join payments p on p.id = coalesce(found.payment_id,
    (select l.id from payments l where l.session_id = s.id order by ${SHOWN_FIRST} limit 1))
  where (:merchantId::uuid is null or s.merchant_id = :merchantId)
  order by s.id desc, p.id desc limit :limit` as const

const MERCHANTS = 'merchants m where :merchantId::uuid is null or m.id = :merchantId'

// By a unique key: at most one row is found.

const BY_ID = {
  cs: named(
    'find session',
    `with found as materialized (
       select id as session_id, null::text as payment_id from sessions where id = :id
     ) ${SHOW}`,
  ),
  pay: named(
    'find session of payment',
    `with found as materialized (
       select session_id, id as payment_id from payments where id = :id
     ) ${SHOW}`,
  ),
  re: named(
    'find session of refund',
    `with found as materialized (select session_id, payment_id from refunds where id = :id) ${SHOW}`,
  ),
  dp: named(
    'find session of dispute',
    `with found as materialized (select session_id, payment_id from disputes where id = :id) ${SHOW}`,
  ),
} as const

const BY_REFERENCE_HASH = named(
  'find session of link',
  `with found as materialized (
     select id as session_id, null::text as payment_id from sessions where reference_hash = :hash
   ) ${SHOW}`,
)

// By what one payment has alone, in a GIN index. The limit lets the planner expect few sessions. No index gives the sort order, so
// that no plan reads payments one by one until enough match. Both depend on the limit's value.

/**
 * Applies before the limit, so that other merchants' payments do not use it up, and after `offset 0`, so that no plan reads all
 * payments of the merchant.
 */
const OF_MERCHANT = '(:merchantId::uuid is null or p.merchant_id = :merchantId)'

const BY_SLIP = plannedPerCall(
  named(
    'find payments of a slip',
    `with found as materialized (
       select p.session_id, p.id as payment_id from (
         select * from payments p
         where (case when p.action ? 'digitableLine' then p.action end) @> :slip::jsonb offset 0
       ) p where ${OF_MERCHANT}
       order by p.created_at desc limit :limit
     ) ${SHOW}`,
  ),
)

// For values that many rows may share: index probes for each merchant, of one row first, and of more where they may be shown. The value is compared by `= any (array)` and leads the sort order, as it leads its index. With a plain equality
// PostgreSQL drops it from the sort order, and a plan may read the merchant's newest rows one by one until enough match. With
// bounds on both sides, an index scan reads on through all merchants that have the value, for each merchant anew. A limit that is
// a subquery has no known value: with one, a plan may read and sort all rows where it expects no more than the limit.

/**
 * SQL: the newest rows `r` that match, each at a merchant or another place `m` to look at. `ids` are their columns, and `id` is their
 * id as the index has it. Where as many places as the limit have a row, none older than these rows is shown.
 */
function newestRows<
  const Ids extends string,
  const Id extends string,
  const Matching extends string,
  const Order extends string,
  const Places extends string = typeof MERCHANTS,
>(
  { ids, id }: { ids: Ids; id: Id },
  matching: Matching,
  order: Order,
  places: Places | typeof MERCHANTS = MERCHANTS,
) {
  return `select f.session_id, f.payment_id from (
       select m.*, case when count(*) over () = :limit then min(m.last_id) over () else '' end as oldest_id from (
         select m.*, last.id as last_id from (select * from ${places}) m
         cross join lateral (select r.id from ${matching} order by ${order}, ${id} desc limit 1) last
         order by last.id desc limit :limit
       ) m
     ) m cross join lateral (
       select r.id, ${ids} from ${matching} and ${id} >= m.oldest_id
       order by ${order}, ${id} desc limit (select :limit::bigint)
     ) f order by f.id desc limit :limit` as const
}

/** SQL: shows what `newestRows` selects. */
function newest<
  const Ids extends string,
  const Id extends string,
  const Matching extends string,
  const Order extends string,
  const Places extends string = typeof MERCHANTS,
>(
  columns: { ids: Ids; id: Id },
  matching: Matching,
  order: Order,
  places: Places | typeof MERCHANTS = MERCHANTS,
) {
  return `with found as materialized (${newestRows(columns, matching, order, places)}) ${SHOW}` as const
}

const OF_PAYMENT = { ids: 'r.session_id, r.id as payment_id', id: 'r.id collate "POSIX"' } as const
const OF_SESSION = { ids: 'r.id as session_id, null::text as payment_id', id: 'r.id' } as const
const PAYMENTS = 'payments r where r.merchant_id = m.id and'
const SESSIONS = 'sessions r where r.merchant_id = m.id and'

const EMAIL = `lower((r.customer ->> 'email') collate "C")`
const BY_EMAIL = named(
  'find payments of an e-mail address',
  newest(
    OF_PAYMENT,
    `${PAYMENTS} r.customer ->> 'email' is not null and ${EMAIL} = lower(:value::text collate "C")
       and hashtextextended(${EMAIL}, 0) = any (array[hashtextextended(lower(:value::text collate "C"), 0)])`,
    `hashtextextended(${EMAIL}, 0)`,
  ),
)

const TAX_ID = `r.customer ->> 'taxId'`
const PHONE = `r.customer ->> 'phone'`
const HASH = 'hashtextextended(:value::text, 0)'

const BY_TAX_ID = named(
  'find payments of a tax id',
  newest(
    OF_PAYMENT,
    `${PAYMENTS} ${TAX_ID} is not null and ${TAX_ID} = :value::text
       and hashtextextended(${TAX_ID}, 0) = any (array[${HASH}])`,
    `hashtextextended(${TAX_ID}, 0)`,
  ),
)

const BY_PHONE = named(
  'find payments of a phone',
  newest(
    OF_PAYMENT,
    `${PAYMENTS} ${PHONE} is not null and ${PHONE} = :value::text
       and hashtextextended(${PHONE}, 0) = any (array[${HASH}])`,
    `hashtextextended(${PHONE}, 0)`,
  ),
)

const BY_CARD = named(
  'find payments of a card and amount',
  newest(
    OF_PAYMENT,
    `${PAYMENTS} r.card_last_four = any (array[:lastFour::text]) and r.amount_minor = :amount
       and currency_exponent(r.currency) = :exponent::smallint`,
    'r.card_last_four',
  ),
)

/** The number by which a bank names a payment; many may share the authorization code of a card. */
const BANK_NUMBER = `coalesce(r.processor_references ->> 'authorizationCode', r.processor_references ->> 'boletoNumber')`
/** One probe of the GIN index for each name, which does not serve `@> any (array)`. */
const BY_PROCESSOR_REFERENCE = plannedPerCall(
  named(
    'find payments of a processor reference',
    `with found as materialized (
       (select p.session_id, p.id as payment_id from unnest(:references::jsonb[]) r (reference)
       cross join lateral (
         select * from payments p where p.processor_references @> r.reference offset 0
       ) p where ${OF_MERCHANT}
       order by p.created_at desc limit :limit)
       union (${newestRows(
         OF_PAYMENT,
         `${PAYMENTS} ${BANK_NUMBER} = any (array[:bankNumber::text])`,
         BANK_NUMBER,
       )})
       union (select d.session_id, d.payment_id from disputes d
       where d.processor_reference = :reference::text and (:merchantId::uuid is null or d.merchant_id = :merchantId)
       order by d.id desc limit :limit)
     ) ${SHOW}`,
  ),
)

/** Banks and tools write it in either case. */
const BY_END_TO_END_ID = plannedPerCall(
  named(
    'find payments of an end-to-end id',
    `with found as materialized (
       select p.session_id, p.id as payment_id from (
         select * from payments p
         where lower(p.processor_references ->> 'endToEndId') = lower(:endToEndId::text) offset 0
       ) p where ${OF_MERCHANT}
       order by p.created_at desc limit :limit
     ) ${SHOW}`,
  ),
)

const BY_AMOUNT = named(
  'find sessions of an amount',
  newest(
    OF_SESSION,
    `${SESSIONS} currency_exponent(r.currency) = :exponent::smallint and r.amount_minor = any (array[:amount::bigint])`,
    'r.amount_minor',
  ),
)

const BY_ORDER = named(
  'find sessions of an order',
  newest(
    OF_SESSION,
    `${SESSIONS} r.order_reference = any (array[m.reference])`,
    'r.order_reference',
    `(select m.id from ${MERCHANTS}) m cross join unnest(:orderReferences::text[]) o (reference)`,
  ),
)

/** A search term for sessions. */
export type SessionTerm =
  | { by: 'id'; prefix: keyof typeof BY_ID; id: string }
  | { by: 'referenceHash'; hash: Uint8Array }
  | { by: 'processorReference'; names: readonly string[]; reference: string; bankNumber: string }
  | { by: 'endToEndId'; endToEndId: string }
  | { by: 'slip'; name: 'digitableLine' | 'barcode'; digits: string }
  | { by: 'email' | 'taxId' | 'phone'; value: string }
  /** An amount in minor units, in any currency of this exponent. */
  | { by: 'lastFour'; lastFour: string; amount: number; exponent: number }
  | { by: 'amount'; amount: number; exponent: number }
  | { by: 'order'; orderReferences: readonly string[] }

const BY_PERSON = { email: BY_EMAIL, taxId: BY_TAX_ID, phone: BY_PHONE } as const

/** Finds sessions by one term with one statement: newest first, at most `limit`. */
export async function findSessions(
  db: Queryable,
  term: SessionTerm,
  found: FoundIn,
): Promise<FoundSession[]> {
  return db.query<FoundSession>(...statementOf(term, found))
}

function statementOf(term: SessionTerm, { merchantId, limit }: FoundIn) {
  const within = { merchantId, limit }
  switch (term.by) {
    case 'id': {
      const byId = BY_ID[term.prefix]
      return [byId, byId.values({ ...within, id: term.id })] as const
    }
    case 'referenceHash':
      return [BY_REFERENCE_HASH, BY_REFERENCE_HASH.values({ ...within, hash: term.hash })] as const
    case 'processorReference': {
      const references = term.names.map((name) => JSON.stringify({ [name]: term.reference }))
      return [
        BY_PROCESSOR_REFERENCE,
        BY_PROCESSOR_REFERENCE.values({
          ...within,
          references,
          bankNumber: term.bankNumber,
          reference: term.reference,
        }),
      ] as const
    }
    case 'endToEndId': {
      const { endToEndId } = term
      return [BY_END_TO_END_ID, BY_END_TO_END_ID.values({ ...within, endToEndId })] as const
    }
    case 'slip': {
      const slip = JSON.stringify({ [term.name]: term.digits })
      return [BY_SLIP, BY_SLIP.values({ ...within, slip })] as const
    }
    case 'email':
    case 'taxId':
    case 'phone': {
      const byPerson = BY_PERSON[term.by]
      return [byPerson, byPerson.values({ ...within, value: term.value })] as const
    }
    case 'lastFour': {
      const { lastFour, amount, exponent } = term
      return [BY_CARD, BY_CARD.values({ ...within, lastFour, amount, exponent })] as const
    }
    case 'amount': {
      const { amount, exponent } = term
      return [BY_AMOUNT, BY_AMOUNT.values({ ...within, amount, exponent })] as const
    }
    case 'order':
      return [
        BY_ORDER,
        BY_ORDER.values({ ...within, orderReferences: term.orderReferences }),
      ] as const
  }
}
