import type { Queryable } from '../engine/database.ts'
import { named } from '../engine/named-statement.ts'
import { PRUNE_BATCH, pruneInBatches } from '../engine/prune-in-batches.ts'

/** Refused calls of a key that have hour, operation, code and fields in common. */
export interface RefusedCalls {
  keyId: string
  hour: Date
  operation: string
  code: string
  paths: readonly string[]
  calls: number
  lastAt: Date
  lastRequestId: string
}

// Ordered by the primary key, so that two processes lock rows in the same order.
const ADD = named(
  'add refused calls',
  `insert into refused_calls
     (merchant_id, hour, operation, code, paths, calls, last_at, last_key_id, last_request_id)
   select k.merchant_id, r.hour, r.operation, r.code, r.paths, sum(r.calls), max(r."lastAt"),
     (array_agg(r."keyId" order by r."lastAt" desc))[1], (array_agg(r."lastRequestId" order by r."lastAt" desc))[1]
   from json_to_recordset(:rows::json) as r("keyId" text, hour timestamptz, operation text, code text, paths text[],
     calls bigint, "lastAt" timestamptz, "lastRequestId" text)
   join api_keys k on k.id = r."keyId" and k.merchant_id is not null
   group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
   on conflict (merchant_id, hour, operation, code, paths) do update set
     calls = refused_calls.calls + excluded.calls, last_at = greatest(refused_calls.last_at, excluded.last_at),
     last_key_id = excluded.last_key_id, last_request_id = excluded.last_request_id`,
)

/** Adds to the counts of the keys' merchants. Calls of a key that has no merchant are left out. */
export async function addRefusedCalls(
  db: Queryable,
  calls: readonly RefusedCalls[],
): Promise<void> {
  await db.query(ADD, ADD.values({ rows: JSON.stringify(calls) }))
}

export interface RefusedCallSum {
  operation: string
  code: string
  paths: string[]
  calls: number
  lastAt: Date
  lastRequestId: string
}

const SUM = named(
  'refused calls of merchant',
  `select operation, code, paths, sum(calls)::float8 as calls, max(last_at) as "lastAt",
     (array_agg(last_request_id order by last_at desc))[1] as "lastRequestId"
   from refused_calls where merchant_id = :merchantId and hour >= :since
   group by operation, code, paths order by calls desc, max(last_at) desc limit :limit`,
)

/** The most frequent first. */
export function sumRefusedCalls(
  db: Queryable,
  of: { merchantId: string; since: Date; limit: number },
): Promise<RefusedCallSum[]> {
  return db.query<RefusedCallSum>(SUM, SUM.values(of))
}

const PRUNE = named(
  'prune refused calls',
  `delete from refused_calls where ctid = any (array(
     select ctid from refused_calls where hour < :before limit ${PRUNE_BATCH}
   )) returning 1`,
)

export async function pruneRefusedCalls(db: Queryable, before: Date): Promise<void> {
  await pruneInBatches(db, PRUNE, PRUNE.values({ before }))
}
