import type { Brand } from '#contract/checkout.ts'
import type { MerchantFacts } from '#contract/merchant.ts'
import type { MismatchPolicy } from '#domain/settlement.ts'
import type { PaymentMethod } from '#contract/payment.ts'
import { statement, type Queryable } from '../engine/database.ts'
import { named } from '../engine/named-statement.ts'

export interface MerchantRecord extends MerchantFacts {
  id: string
  name: string
  currency: string
  country: string
  /** IANA name; null: the zone of the country. */
  timeZone: string | null
  callbackUrl: string | null
  callbackDisabledAt: Date | null
  returnOrigins: string[]
  successUrl: string | null
  cancelUrl: string | null
  latePayments: 'accept' | 'refund'
  amountMismatch: MismatchPolicy
  /** Whether its shoppers get mails besides the receipt. */
  shopperMails: boolean
  /** Methods of sessions that name none; null: every method that takes the currency. */
  paymentMethods: PaymentMethod[] | null
  brand: Partial<Brand>
  createdAt: Date
}

const COLUMNS = `id, name, currency, country, time_zone as "timeZone", callback_url as "callbackUrl",
  callback_disabled_at as "callbackDisabledAt", return_origins as "returnOrigins", success_url as "successUrl",
  cancel_url as "cancelUrl", late_payments as "latePayments", amount_mismatch as "amountMismatch",
  shopper_mails as "shopperMails",
  payment_methods as "paymentMethods", brand, legal_name as "legalName", tax_id as "taxId",
  support_email as "supportEmail", support_phone as "supportPhone", terms_url as "termsUrl",
  privacy_url as "privacyUrl", created_at as "createdAt"`

const INSERT = named(
  'insert merchant',
  `insert into merchants (id, name, currency, country, time_zone, callback_url, return_origins, success_url, cancel_url,
     payment_methods, legal_name, tax_id, support_email, support_phone, terms_url, privacy_url, created_at)
   values (:id, :name, :currency, :country, :timeZone, :callbackUrl, :returnOrigins, :successUrl, :cancelUrl,
     :paymentMethods, :legalName, :taxId, :supportEmail, :supportPhone, :termsUrl, :privacyUrl, :createdAt)
   returning ${COLUMNS}`,
)

export async function insertMerchant(
  db: Queryable,
  merchant: Omit<
    MerchantRecord,
    | 'timeZone'
    | 'callbackDisabledAt'
    | 'latePayments'
    | 'amountMismatch'
    | 'shopperMails'
    | 'paymentMethods'
    | 'brand'
    | keyof MerchantFacts
  > &
    Partial<Pick<MerchantRecord, 'timeZone' | 'paymentMethods'> & MerchantFacts>,
): Promise<MerchantRecord> {
  const rows = await db.query<MerchantRecord>(
    INSERT,
    INSERT.values({
      id: merchant.id,
      name: merchant.name,
      currency: merchant.currency,
      country: merchant.country,
      timeZone: merchant.timeZone ?? null,
      callbackUrl: merchant.callbackUrl,
      returnOrigins: merchant.returnOrigins,
      successUrl: merchant.successUrl,
      cancelUrl: merchant.cancelUrl,
      paymentMethods: merchant.paymentMethods ?? null,
      legalName: merchant.legalName ?? null,
      taxId: merchant.taxId ?? null,
      supportEmail: merchant.supportEmail ?? null,
      supportPhone: merchant.supportPhone ?? null,
      termsUrl: merchant.termsUrl ?? null,
      privacyUrl: merchant.privacyUrl ?? null,
      createdAt: merchant.createdAt,
    }),
  )
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

const UPDATE = named(
  'update merchant',
  `update merchants set
     name = coalesce(:name, name),
     time_zone = nullif(coalesce(:timeZone, time_zone), ''),
     late_payments = coalesce(:latePayments, late_payments),
     amount_mismatch = coalesce(:amountMismatch, amount_mismatch),
     shopper_mails = coalesce(:shopperMails, shopper_mails),
     brand = brand || :brand::jsonb,
     return_origins = coalesce(:returnOrigins, return_origins),
     success_url = nullif(coalesce(:successUrl, success_url), ''),
     cancel_url = nullif(coalesce(:cancelUrl, cancel_url), ''),
     payment_methods = coalesce(:paymentMethods, payment_methods),
     legal_name = nullif(coalesce(:legalName, legal_name), ''),
     tax_id = nullif(coalesce(:taxId, tax_id), ''),
     support_email = nullif(coalesce(:supportEmail, support_email), ''),
     support_phone = nullif(coalesce(:supportPhone, support_phone), ''),
     terms_url = nullif(coalesce(:termsUrl, terms_url), ''),
     privacy_url = nullif(coalesce(:privacyUrl, privacy_url), '')
   where id = :id returning ${COLUMNS}`,
)

export interface MerchantChange {
  name?: string
  /** Null: that of the country. */
  timeZone?: string | null
  latePayments?: 'accept' | 'refund'
  amountMismatch?: MismatchPolicy
  shopperMails?: boolean
  brand?: Partial<Brand>
  returnOrigins?: string[]
  /** Null removes it. */
  successUrl?: string | null
  cancelUrl?: string | null
  paymentMethods?: PaymentMethod[]
  /** A fact that is null is removed. */
  facts?: Partial<MerchantFacts>
}

/** Changes the given fields only; `undefined` when there is no such merchant. */
export async function updateMerchant(
  db: Queryable,
  id: string,
  change: MerchantChange,
): Promise<MerchantRecord | undefined> {
  const rows = await db.query<MerchantRecord>(
    UPDATE,
    UPDATE.values({
      id,
      name: change.name ?? null,
      timeZone: change.timeZone === undefined ? null : (change.timeZone ?? ''),
      latePayments: change.latePayments ?? null,
      amountMismatch: change.amountMismatch ?? null,
      shopperMails: change.shopperMails ?? null,
      brand: JSON.stringify(change.brand ?? {}),
      returnOrigins: change.returnOrigins ?? null,
      successUrl: removed(change.successUrl),
      cancelUrl: removed(change.cancelUrl),
      paymentMethods: change.paymentMethods ?? null,
      legalName: factOf(change, 'legalName'),
      taxId: factOf(change, 'taxId'),
      supportEmail: factOf(change, 'supportEmail'),
      supportPhone: factOf(change, 'supportPhone'),
      termsUrl: factOf(change, 'termsUrl'),
      privacyUrl: factOf(change, 'privacyUrl'),
    }),
  )
  return rows[0]
}

function factOf({ facts = {} }: MerchantChange, name: keyof MerchantFacts): string | null {
  return removed(facts[name])
}

/** For the statement: null leaves the value as it is, an empty text removes it. */
function removed(value: string | null | undefined): string | null {
  return value === undefined ? null : (value ?? '')
}

const CARD_CURRENCIES = statement(
  'list currencies of cards',
  `select distinct currency from merchants
   where payment_methods is null or 'card' = any (payment_methods) order by currency`,
)

/** The currencies of the merchants who take cards. A session may have another one. */
export async function listCardCurrencies(db: Queryable): Promise<string[]> {
  return (await db.query<{ currency: string }>(CARD_CURRENCIES, [])).map(({ currency }) => currency)
}

const LOCK_ENDPOINTS = statement(
  'lock webhook endpoints',
  `select id, callback_url as "callbackUrl", callback_disabled_at is not null as "isHeld" from merchants
   where id = any ($1::uuid[]) order by id for share`,
)

interface LockedEndpoint {
  id: string
  callbackUrl: string | null
  isHeld: boolean
}

/**
 * Reads webhook endpoints under a share lock: a delivery that this transaction inserts as held is committed before the
 * endpoint can be set again, which resumes it.
 */
export async function lockWebhookEndpoints(
  tx: Queryable,
  ids: readonly string[],
): Promise<LockedEndpoint[]> {
  return tx.query<LockedEndpoint>(LOCK_ENDPOINTS, [ids])
}

export async function lockWebhookEndpoint(tx: Queryable, id: string): Promise<LockedEndpoint> {
  const [endpoint] = await lockWebhookEndpoints(tx, [id])
  if (endpoint === undefined) throw new Error('the merchant does not exist')
  return endpoint
}

const LOCK = statement('lock merchant', 'select 1 from merchants where id = $1 for no key update')

/** Locks a merchant until the transaction ends. Lock order: session, merchant, delivery. */
export async function lockMerchant(tx: Queryable, id: string): Promise<void> {
  await tx.query(LOCK, [id])
}

const SET_ENDPOINT = statement(
  'set webhook endpoint',
  `update merchants set callback_url = $2, callback_disabled_at = null where id = $1 returning ${COLUMNS}`,
)

/** Sets and enables the webhook endpoint. */
export async function setWebhookEndpoint(
  db: Queryable,
  id: string,
  callbackUrl: string,
): Promise<MerchantRecord | undefined> {
  return (await db.query<MerchantRecord>(SET_ENDPOINT, [id, callbackUrl]))[0]
}

function one<T>(rows: T[]): T {
  const [row] = rows
  if (row === undefined) throw new Error('the statement returned no row')
  return row
}
