import type { PaymentMethod } from '#contract/payment.ts'
import type { LookBackPage } from '#contract/list-page.ts'
import type { RefundState } from '#contract/refund.ts'
import type { RefundReferences } from '#domain/settle.ts'
import { plannedPerCall, type Queryable } from '../engine/database.ts'
import { named } from '../engine/named-statement.ts'
import {
  idRange,
  LOOK_BACK_LIMIT,
  LOOK_BACK_SCAN,
  lookBackPageOf,
  pageOf,
  placeById,
  type ExportPage,
  type Range,
} from '../engine/read-page.ts'

export interface LookBackAtRefunds extends Range {
  /** Null: of every merchant. */
  merchantId: string | null
  status?: RefundState | null | undefined
}

/** A refund as the dashboard lists it and as an export has it. */
export interface ListedRefund {
  id: string
  paymentId: string
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
  /** When its money came back; null unless it is `reversed`. */
  reversedAt: Date | null
  processor: string
  references: RefundReferences | null
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

const COLUMNS = `r.id, r.payment_id as "paymentId", r.session_id as "sessionId", found.merchant_id as "merchantId",
       m.name as "merchantName", found.order_reference as "orderReference", r.status, r.amount_minor as "amountMinor",
       r.currency, p.method, r.reason, r.created_at as "createdAt", r.updated_at as "updatedAt", r.reversed_at as "reversedAt", p.processor,
       r.processor_references as "references"`

const MATCHING = `join sessions s on s.id = w.session_id
       where (:status::text is null or w.status = :status)
       order by w.id desc limit :limit`

const WITH_PAYMENT_AND_NAME = `join payments p on p.id = r.payment_id
     join merchants m on m.id = found.merchant_id`

const IN_FULL =
  `join refunds r on r.id = found.id ${WITH_PAYMENT_AND_NAME} order by r.id desc` as const

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
     ${WITH_PAYMENT_AND_NAME} order by r.id desc`,
    ),
  ),
}

/** The list of all merchants' refunds in which those of a state are examined. */
const listOf = (status: RefundState | null) =>
  status === null || status === 'succeeded' ? 'any' : 'unfinished'

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

/** The oldest refund that was examined, and how many were. */
interface Examined {
  id: string
  createdAt: Date
  scanned: number
}

/** Number of random characters at the end of an id; those before them hold the time at which it was made. */
const RANDOM_DIGITS = 12

/** A page of the refunds of a merchant or of all, newest first. */
export async function lookBackAtRefunds(
  db: Queryable,
  { merchantId, status = null, ...range }: LookBackAtRefunds,
): Promise<LookBackPage<ListedRefund, Date>> {
  const scanned = { ...idRange('re', range), scan: LOOK_BACK_SCAN }
  const values = { ...scanned, status, limit: LOOK_BACK_LIMIT + 1 }
  const list = LIST[listOf(status)]
  const read =
    merchantId === null
      ? await db.query<ListedRefund>(list, list.values(values))
      : await db.query<ListedRefund>(
          LIST.ofMerchant,
          LIST.ofMerchant.values({ merchantId, ...values }),
        )
  return lookBackPageOf(pageOf(read, LOOK_BACK_LIMIT), placeById, async () => {
    const [oldest] = await edgeOf(db, { merchantId, status, ...scanned })
    return (
      oldest && {
        // Not the id itself: in a list of all merchants it tells of another's. Ids of that millisecond are examined again.
        after: `${oldest.id.slice(0, -RANDOM_DIGITS)}${'z'.repeat(RANDOM_DIGITS)}`,
        at: oldest.createdAt,
        isCut: oldest.scanned === LOOK_BACK_SCAN,
      }
    )
  })
}

async function edgeOf(
  db: Queryable,
  { merchantId, status, ...scanned }: EdgeOf,
): Promise<Examined[]> {
  if (merchantId !== null)
    return db.query<Examined>(EDGE.ofMerchant, EDGE.ofMerchant.values({ merchantId, ...scanned }))
  return listOf(status) === 'any'
    ? db.query<Examined>(EDGE.any, EDGE.any.values(scanned))
    : db.query<Examined>(EDGE.unfinished, EDGE.unfinished.values({ status, ...scanned }))
}

type EdgeOf = Parameters<typeof EDGE.unfinished.values>[0] & {
  merchantId: string | null
  status: RefundState | null
}

const EXPORTED_COLUMNS = `${COLUMNS} from refunds r join sessions found on found.id = r.session_id
     ${WITH_PAYMENT_AND_NAME}` as const

const EXPORTED = plannedPerCall(
  named(
    'refunds to export',
    `select ${EXPORTED_COLUMNS}
     where r.merchant_id = :merchantId and r.id collate "POSIX" >= :from and r.id collate "POSIX" < :below
     order by r.id collate "POSIX" limit :limit`,
  ),
)

const EXPORTED_OF_ALL = plannedPerCall(
  named(
    'refunds of all merchants to export',
    `select ${EXPORTED_COLUMNS} where r.id >= :from and r.id < :below order by r.id limit :limit`,
  ),
)

/** Refunds of a merchant or of all to export, oldest first. */
export async function readRefundsToExport(
  db: Queryable,
  { merchantId, ...range }: ExportPage,
): Promise<ListedRefund[]> {
  return merchantId === null
    ? db.query<ListedRefund>(EXPORTED_OF_ALL, EXPORTED_OF_ALL.values(range))
    : db.query<ListedRefund>(EXPORTED, EXPORTED.values({ ...range, merchantId }))
}
