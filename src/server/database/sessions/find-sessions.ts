import type { CardBrand, DeclineCode, PaymentMethod } from '#contract/payment.ts'
import type { Customer, SessionPaymentState, SessionState } from '#contract/session.ts'
import type { StandingPayment } from '#domain/standing.ts'
import { plannedPerCall, type Queryable } from '../engine/database.ts'
import { named } from '../engine/named-statement.ts'
import { refundedMinorOf, SHOWN_FIRST } from '../payments/standing-sql.ts'

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
    'reversedMinor', p.reversed_minor, 'isOwed', p.refund_owed_at is not null,
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
} as const

const BY_REFERENCE_HASH = named(
  'find session of link',
  `with found as materialized (
     select id as session_id, null::text as payment_id from sessions where reference_hash = :hash
   ) ${SHOW}`,
)

// One index probe for each name: a GIN index does not serve `@> any (array)`. The limit lets the planner expect few sessions.
// No index gives the sort order, so that no plan reads payments one by one until enough match. Both depend on the limit's value.

/**
 * Applies before the limit, so that other merchants' payments do not use it up, and after `offset 0`, so that no plan reads all
 * payments of the merchant.
 */
const OF_MERCHANT = '(:merchantId::uuid is null or p.merchant_id = :merchantId)'

const BY_PROCESSOR_REFERENCE = plannedPerCall(
  named(
    'find payments of a processor reference',
    `with found as materialized (
       select p.session_id, p.id as payment_id from unnest(:references::jsonb[]) r (reference)
       cross join lateral (
         select * from payments p where p.processor_references @> r.reference offset 0
       ) p where ${OF_MERCHANT}
       order by p.created_at desc limit :limit
     ) ${SHOW}`,
  ),
)

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

// For values that many payments may share: one index probe for each merchant, so that a search in one does not read the rows of
// another. Each query sorts as its index does, and bounds the value on both sides instead of comparing it for equality: with
// an equality, a plan may read the merchant's newest payments one by one until enough match.

const PERSONS = `with found as materialized (
     select f.session_id, f.payment_id from (select m.id from ${MERCHANTS}) m cross join lateral (
       select p.session_id, p.id as payment_id from payments p where p.merchant_id = m.id and` as const
const NEWEST = `, p.id collate "POSIX" desc limit :limit
     ) f order by f.payment_id desc limit :limit
   ) ${SHOW}` as const

const EMAIL = `lower((p.customer ->> 'email') collate "C")`
const HASH_OF_EMAIL = `hashtextextended(lower(:value::text collate "C"), 0)`

const BY_EMAIL = named(
  'find payments of an e-mail address',
  `${PERSONS} p.customer ->> 'email' is not null and ${EMAIL} = lower(:value::text collate "C")
         and hashtextextended(${EMAIL}, 0) >= ${HASH_OF_EMAIL} and hashtextextended(${EMAIL}, 0) <= ${HASH_OF_EMAIL}
       order by hashtextextended(${EMAIL}, 0) ${NEWEST}`,
)

const TAX_ID = `p.customer ->> 'taxId'`
const PHONE = `p.customer ->> 'phone'`
const HASH = `hashtextextended(:value::text, 0)`

const BY_TAX_ID = named(
  'find payments of a tax id',
  `${PERSONS} ${TAX_ID} is not null and ${TAX_ID} = :value::text
         and hashtextextended(${TAX_ID}, 0) >= ${HASH} and hashtextextended(${TAX_ID}, 0) <= ${HASH}
       order by hashtextextended(${TAX_ID}, 0) ${NEWEST}`,
)

const BY_PHONE = named(
  'find payments of a phone',
  `${PERSONS} ${PHONE} is not null and ${PHONE} = :value::text
         and hashtextextended(${PHONE}, 0) >= ${HASH} and hashtextextended(${PHONE}, 0) <= ${HASH}
       order by hashtextextended(${PHONE}, 0) ${NEWEST}`,
)

const BY_CARD = named(
  'find payments of a card and amount',
  `${PERSONS} p.card_last_four >= :lastFour and p.card_last_four <= :lastFour and p.amount_minor = :amount
         and p.currency = any(:currencies)
       order by p.card_last_four ${NEWEST}`,
)

const BY_AMOUNT = named(
  'find sessions of an amount',
  `with found as materialized (
     select f.id as session_id, null::text as payment_id
     from (select m.id from ${MERCHANTS}) m cross join lateral (
       select s.id from sessions s
       where s.merchant_id = m.id and s.amount_minor >= :amount and s.amount_minor <= :amount
         and s.currency = any(:currencies)
       order by s.amount_minor desc, s.id desc limit :limit
     ) f order by f.id desc limit :limit
   ) ${SHOW}`,
)

const BY_ORDER = named(
  'find sessions of an order',
  `with found as materialized (
     select f.id as session_id, null::text as payment_id
     from (select m.id from ${MERCHANTS}) m cross join lateral (
       select s.id from sessions s
       where s.merchant_id = m.id and s.order_reference = any(:orderReferences::text[])
       order by s.id desc limit :limit
     ) f order by f.id desc limit :limit
   ) ${SHOW}`,
)

/** A search term for sessions. */
export type SessionTerm =
  | { by: 'id'; prefix: keyof typeof BY_ID; id: string }
  | { by: 'referenceHash'; hash: Uint8Array }
  | { by: 'processorReference'; names: readonly string[]; reference: string }
  | { by: 'slip'; name: 'digitableLine' | 'barcode'; digits: string }
  | { by: 'email' | 'taxId' | 'phone'; value: string }
  /** An amount in minor units, in any of these currencies. */
  | { by: 'lastFour'; lastFour: string; amount: number; currencies: readonly string[] }
  | { by: 'amount'; amount: number; currencies: readonly string[] }
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
        BY_PROCESSOR_REFERENCE.values({ ...within, references }),
      ] as const
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
      const { lastFour, amount, currencies } = term
      return [BY_CARD, BY_CARD.values({ ...within, lastFour, amount, currencies })] as const
    }
    case 'amount': {
      const { amount, currencies } = term
      return [BY_AMOUNT, BY_AMOUNT.values({ ...within, amount, currencies })] as const
    }
    case 'order':
      return [
        BY_ORDER,
        BY_ORDER.values({ ...within, orderReferences: term.orderReferences }),
      ] as const
  }
}
