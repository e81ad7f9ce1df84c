import type { ClockSetting } from '#domain/merchant-clock.ts'
import { statement, type Queryable } from '#server/database/engine/database.ts'

/** The `LISTEN` channel of clock changes; its payload is a `ClockChange` as JSON. */
export const CLOCKS_CHANNEL = 'sandbox_clocks'

export interface ClockRecord extends ClockSetting {
  merchantId: string
  version: number
}

/** A published clock change: `null` for both fields means real time again. */
export interface ClockChange {
  merchantId: string
  version: number
  offsetMs: number | null
  frozenAt: string | null
}

/** A clock that this process has a lease on. */
export interface LeasedClockRecord extends ClockRecord {
  idempotencyKey: string | null
  target: Date | null
}

const COLUMNS = `merchant_id as "merchantId", offset_ms as "offsetMs", frozen_at as "frozenAt", version`

const LIST = statement('sandbox clocks', `select ${COLUMNS} from sandbox_clocks`)

export async function listClocks(db: Queryable): Promise<ClockRecord[]> {
  return db.query<ClockRecord>(LIST, [])
}

const PUBLISH = (
  from: string,
) => `pg_notify('${CLOCKS_CHANNEL}', json_build_object('merchantId', ${from}.merchant_id,
  'version', ${from}.version, 'offsetMs', ${from}.offset_ms, 'frozenAt', ${from}.frozen_at)::text) as published`

const IS_FREE = `(c.leased_until is null or c.leased_until <= $3)`
const LEASED = `c.merchant_id, c.offset_ms, c.frozen_at, c.version, c.request_key, c.target`
const AS_LEASED = `leased.merchant_id as "merchantId", leased.offset_ms as "offsetMs", leased.frozen_at as "frozenAt",
  leased.version, leased.request_key as "idempotencyKey", leased.target`

const ACQUIRE = statement(
  'hold sandbox clock',
  `update sandbox_clocks c set lease_token = $2, leased_until = $4
   where c.merchant_id = $1 and ${IS_FREE} returning ${COLUMNS}, request_key as "idempotencyKey", target`,
)

const ACQUIRE_OR_CREATE = statement(
  'hold new sandbox clock',
  `with leased as (
     insert into sandbox_clocks as c (merchant_id, lease_token, leased_until, version)
     values ($1, $2, $4, nextval('sandbox_clock_versions'))
     on conflict (merchant_id) do update set lease_token = $2, leased_until = $4 where ${IS_FREE}
     returning ${LEASED}
   )
   select ${AS_LEASED}, ${PUBLISH('leased')} from leased`,
)

export interface LeaseRequest {
  merchantId: string
  /** The fencing token of the lease: only its holder can move the clock. */
  token: string
  wallNow: Date
  leasedUntil: Date
}

/** Leases an existing clock, to do its merchant's due work; `undefined` when there is no clock, or when it is not free. */
export async function acquireClock(
  db: Queryable,
  lease: LeaseRequest,
): Promise<LeasedClockRecord | undefined> {
  return (await db.query<LeasedClockRecord>(ACQUIRE, leaseValues(lease)))[0]
}

/** Acquires the lease of a clock, creating the clock if needed; `undefined` when it is not free. */
export async function acquireOrCreateClock(
  db: Queryable,
  lease: LeaseRequest,
): Promise<LeasedClockRecord | undefined> {
  return (await db.query<LeasedClockRecord>(ACQUIRE_OR_CREATE, leaseValues(lease)))[0]
}

function leaseValues({ merchantId, token, wallNow, leasedUntil }: LeaseRequest): unknown[] {
  return [merchantId, token, wallNow, leasedUntil]
}

const MOVE = statement(
  'move sandbox clock',
  `with moved as (
     update sandbox_clocks set offset_ms = $3, frozen_at = $4, leased_until = $5,
       version = nextval('sandbox_clock_versions')
     where merchant_id = $1 and lease_token = $2 returning merchant_id, offset_ms, frozen_at, version
   )
   select version, ${PUBLISH('moved')} from moved`,
)

/**
 * Sets a leased clock, extends the lease and publishes the change. Returns the new version, `undefined` when the lease
 * was lost.
 */
export async function moveClock(
  db: Queryable,
  {
    merchantId,
    token,
    setting,
    leasedUntil,
  }: Omit<LeaseRequest, 'wallNow'> & { setting: ClockSetting },
): Promise<number | undefined> {
  const { offsetMs, frozenAt } = setting
  const values = [merchantId, token, offsetMs, frozenAt, leasedUntil]
  return (await db.query<{ version: number }>(MOVE, values))[0]?.version
}

const RENEW = statement(
  'renew sandbox clock',
  `update sandbox_clocks set leased_until = $3 where merchant_id = $1 and lease_token = $2 returning 1 as renewed`,
)

/** Extends the lease; false when it was lost. */
export async function renewClock(
  db: Queryable,
  { merchantId, token, leasedUntil }: Omit<LeaseRequest, 'wallNow'>,
): Promise<boolean> {
  return (await db.query(RENEW, [merchantId, token, leasedUntil])).length === 1
}

const RECORD_TARGET = statement(
  'note target of sandbox clock',
  'update sandbox_clocks set request_key = $3, target = $4 where merchant_id = $1 and lease_token = $2',
)

/** Records the target of a request, so that a retry of the same request continues to it. */
export async function recordTarget(
  db: Queryable,
  noted: { merchantId: string; token: string; idempotencyKey: string | null; target: Date },
): Promise<void> {
  await db.query(RECORD_TARGET, [noted.merchantId, noted.token, noted.idempotencyKey, noted.target])
}

const CLEAR_TARGET = statement(
  'forget target of sandbox clock',
  'update sandbox_clocks set request_key = null, target = null where merchant_id = $1 and request_key = $2',
)

/** Clears the target once the response is stored under its idempotency key and no retry can continue it. */
export async function clearTarget(
  db: Queryable,
  merchantId: string,
  idempotencyKey: string,
): Promise<void> {
  await db.query(CLEAR_TARGET, [merchantId, idempotencyKey])
}

const RELEASE = statement(
  'release sandbox clock',
  `update sandbox_clocks set lease_token = null, leased_until = null where merchant_id = $1 and lease_token = $2`,
)

export async function releaseClock(
  db: Queryable,
  { merchantId, token }: Pick<LeaseRequest, 'merchantId' | 'token'>,
): Promise<void> {
  await db.query(RELEASE, [merchantId, token])
}

const REMOVE = statement(
  'remove sandbox clock',
  `with removed as (
     delete from sandbox_clocks where merchant_id = $1 and lease_token = $2
     returning merchant_id, nextval('sandbox_clock_versions') as version, null::bigint as offset_ms,
       null::timestamptz as frozen_at
   )
   select version, ${PUBLISH('removed')} from removed`,
)

/**
 * Deletes a leased clock, which returns its merchant to real time. Returns the version of that change, `undefined` when
 * the lease was lost.
 */
export async function removeClock(
  db: Queryable,
  { merchantId, token }: Pick<LeaseRequest, 'merchantId' | 'token'>,
): Promise<number | undefined> {
  return (await db.query<{ version: number }>(REMOVE, [merchantId, token]))[0]?.version
}
