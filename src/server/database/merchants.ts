import type { Brand } from '../../contract/checkout.ts'
import { statement, type Queryable } from './database.ts'

export interface MerchantRecord {
  id: string
  name: string
  currency: string
  country: string
  callbackUrl: string | null
  callbackDisabledAt: Date | null
  returnOrigins: string[]
  successUrl: string | null
  cancelUrl: string | null
  latePayments: 'accept' | 'refund'
  brand: Partial<Brand>
  createdAt: Date
}

const COLUMNS = `id, name, currency, country, callback_url as "callbackUrl",
  callback_disabled_at as "callbackDisabledAt", return_origins as "returnOrigins", success_url as "successUrl",
  cancel_url as "cancelUrl", late_payments as "latePayments", brand, created_at as "createdAt"`

const INSERT = statement(
  'insert merchant',
  `insert into merchants (id, name, currency, country, callback_url, return_origins, success_url, cancel_url, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${COLUMNS}`,
)

export async function insertMerchant(
  db: Queryable,
  merchant: Omit<MerchantRecord, 'callbackDisabledAt' | 'latePayments' | 'brand'>,
): Promise<MerchantRecord> {
  const rows = await db.query<MerchantRecord>(INSERT, [
    merchant.id,
    merchant.name,
    merchant.currency,
    merchant.country,
    merchant.callbackUrl,
    merchant.returnOrigins,
    merchant.successUrl,
    merchant.cancelUrl,
    merchant.createdAt,
  ])
  return one(rows)
}

const READ = statement('merchant by id', `select ${COLUMNS} from merchants where id = $1`)

export async function readMerchant(db: Queryable, id: string): Promise<MerchantRecord | undefined> {
  return (await db.query<MerchantRecord>(READ, [id]))[0]
}

const LIST = statement('merchants', `select ${COLUMNS} from merchants order by created_at, id`)

export async function listMerchants(db: Queryable): Promise<MerchantRecord[]> {
  return db.query<MerchantRecord>(LIST, [])
}

const UPDATE = statement(
  'update merchant',
  `update merchants set
     name = coalesce($2, name),
     late_payments = coalesce($3, late_payments),
     brand = brand || $4::jsonb,
     return_origins = coalesce($5, return_origins)
   where id = $1 returning ${COLUMNS}`,
)

export interface MerchantChange {
  name?: string
  latePayments?: 'accept' | 'refund'
  brand?: Partial<Brand>
  returnOrigins?: string[]
}

/** Changes what is given and leaves the rest; `undefined` when there is no such merchant. */
export async function updateMerchant(
  db: Queryable,
  id: string,
  change: MerchantChange,
): Promise<MerchantRecord | undefined> {
  const rows = await db.query<MerchantRecord>(UPDATE, [
    id,
    change.name ?? null,
    change.latePayments ?? null,
    JSON.stringify(change.brand ?? {}),
    change.returnOrigins ?? null,
  ])
  return rows[0]
}

const HOLD_CALLBACK = statement(
  'hold callback',
  `select callback_url as "callbackUrl", callback_disabled_at is not null as "isHeld" from merchants where id = $1
   for share`,
)

/**
 * Where a disabled callback stands, and keeps it so until the transaction ends: what is written as held is there for
 * whoever sets the callback again.
 */
export async function holdCallback(
  tx: Queryable,
  id: string,
): Promise<{ callbackUrl: string | null; isHeld: boolean }> {
  const [row] = await tx.query<{ callbackUrl: string | null; isHeld: boolean }>(HOLD_CALLBACK, [id])
  if (row === undefined) throw new Error('the merchant does not exist')
  return row
}

const LOCK = statement('lock merchant', 'select 1 from merchants where id = $1 for no key update')

/** Holds a merchant until the transaction ends: before any of its deliveries, and after a session of it. */
export async function lockMerchant(tx: Queryable, id: string): Promise<void> {
  await tx.query(LOCK, [id])
}

const SET_CALLBACK = statement(
  'set callback',
  `update merchants set callback_url = $2, callback_disabled_at = null where id = $1 returning ${COLUMNS}`,
)

/** Sets where notifications go and enables the callback again. */
export async function setCallback(
  db: Queryable,
  id: string,
  callbackUrl: string,
): Promise<MerchantRecord | undefined> {
  return (await db.query<MerchantRecord>(SET_CALLBACK, [id, callbackUrl]))[0]
}

function one<T>(rows: T[]): T {
  const [row] = rows
  if (row === undefined) throw new Error('the statement returned no row')
  return row
}
