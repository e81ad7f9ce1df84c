import type { ListDisputes } from '#contract/dispute.ts'
import type { DisputeStage, DisputeState, DisputeStepKind } from '#contract/dispute-states.ts'
import type { Page } from '#contract/list-page.ts'
import { plannedPerCall, type Queryable } from '../engine/database.ts'
import { named } from '../engine/named-statement.ts'
import { idRange, pageOf } from '../engine/read-page.ts'

export interface DisputeRecord {
  id: string
  merchantId: string
  sessionId: string
  paymentId: string
  processor: string
  processorReference: string
  stage: DisputeStage
  status: DisputeState
  rank: number
  amountMinor: number
  currency: string
  network: string | null
  reasonCode: string | null
  reason: string | null
  respondBy: Date | null
  respondByIsProven: boolean
  openedAt: Date
  createdAt: Date
  closedAt: Date | null
  /** Oldest first. */
  steps: DisputeStepRecord[]
}

export interface DisputeStepRecord {
  kind: DisputeStepKind
  at: Date
}

export const DISPUTE_COLUMNS = `d.id, d.merchant_id as "merchantId", d.session_id as "sessionId", d.payment_id as "paymentId", d.processor,
  d.processor_reference as "processorReference", d.stage, d.status, d.rank, d.amount_minor as "amountMinor", d.currency,
  d.network, d.reason_code as "reasonCode", d.reason, d.respond_by as "respondBy",
  d.respond_by_is_proven as "respondByIsProven", d.opened_at as "openedAt", d.created_at as "createdAt",
  d.closed_at as "closedAt", (
    select json_agg(json_build_object('kind', t.kind, 'at', t.at) order by t.at, t.recorded_at, t.kind)
    from dispute_steps t where t.dispute_id = d.id
  ) as steps`

export type DisputeRow = Omit<DisputeRecord, 'steps'> & {
  steps: { kind: DisputeStepKind; at: string }[]
}

export function withTimes({ steps, ...dispute }: DisputeRow): DisputeRecord {
  return { ...dispute, steps: steps.map(({ kind, at }) => ({ kind, at: new Date(at) })) }
}

const KNOWN = named(
  'disputes by references',
  `select ${DISPUTE_COLUMNS} from disputes d
   where d.processor = :processor and d.processor_reference = any(:references::text[])`,
)

/** The disputes of a processor's account that have one of these references. */
export async function readDisputesByReference(
  db: Queryable,
  disputes: { processor: string; references: readonly string[] },
): Promise<DisputeRecord[]> {
  return (await db.query<DisputeRow>(KNOWN, KNOWN.values(disputes))).map(withTimes)
}

export type DisputeToWrite = Omit<DisputeRecord, 'createdAt' | 'steps'> & {
  /** Those that are not known yet. */
  newSteps: readonly DisputeStepRecord[]
  now: Date
}

const WRITE = named(
  'write dispute',
  `insert into disputes (id, merchant_id, session_id, payment_id, processor, processor_reference, stage, status, rank,
     amount_minor, currency, network, reason_code, reason, respond_by, respond_by_is_proven, opened_at, created_at, updated_at,
     closed_at)
   values (:id, :merchantId, :sessionId, :paymentId, :processor, :processorReference, :stage, :status, :rank,
     :amountMinor, :currency, :network, :reasonCode, :reason, :respondBy, :respondByIsProven, :openedAt, :now, :now, :closedAt)
   on conflict (processor, processor_reference) do update
     set stage = excluded.stage, status = excluded.status, rank = excluded.rank, amount_minor = excluded.amount_minor,
       currency = excluded.currency, network = excluded.network, reason_code = excluded.reason_code,
       reason = excluded.reason, respond_by = excluded.respond_by,
       respond_by_is_proven = excluded.respond_by_is_proven, opened_at = excluded.opened_at,
       updated_at = excluded.updated_at, closed_at = excluded.closed_at`,
)

const APPEND_STEPS = named(
  'append steps of dispute',
  `insert into dispute_steps (dispute_id, kind, at, recorded_at)
   select :id, told.kind, told.at, :now from unnest(:kinds::text[], :times::timestamptz[]) told (kind, at)`,
)

/** Writes a dispute with its new steps in the caller's transaction, which has locked the session. */
export async function writeDispute(
  tx: Queryable,
  { newSteps, ...dispute }: DisputeToWrite,
): Promise<void> {
  await tx.query(WRITE, WRITE.values(dispute))
  if (newSteps.length === 0) return
  const kinds = newSteps.map(({ kind }) => kind)
  const times = newSteps.map(({ at }) => at)
  const { id, now } = dispute
  await tx.query(APPEND_STEPS, APPEND_STEPS.values({ id, kinds, times, now }))
}

const READ = named(
  'dispute by id',
  `select ${DISPUTE_COLUMNS} from disputes d where d.id = :id and (:merchantId::uuid is null or d.merchant_id = :merchantId)`,
)

/** `merchantId` null: of any merchant. */
export async function readDispute(
  db: Queryable,
  dispute: { id: string; merchantId: string | null },
): Promise<DisputeRecord | undefined> {
  const [row] = await db.query<DisputeRow>(READ, READ.values(dispute))
  return row && withTimes(row)
}

const OF_SESSION = named(
  'disputes of session',
  `select ${DISPUTE_COLUMNS} from disputes d where d.session_id = :sessionId order by d.id desc`,
)

/** Every dispute of a session, newest first: banks allow few. */
export async function listDisputesOfSession(
  db: Queryable,
  sessionId: string,
): Promise<DisputeRecord[]> {
  return (await db.query<DisputeRow>(OF_SESSION, OF_SESSION.values({ sessionId }))).map(withTimes)
}

const PAGE = `d.id collate "POSIX" < :below order by d.id collate "POSIX" desc limit :limit`

/** Sorted, and planned, like the list of sessions (`list-sessions.ts`). */
const LIST = plannedPerCall(
  named(
    'disputes of a merchant',
    `select ${DISPUTE_COLUMNS} from disputes d where d.merchant_id = :merchantId and ${PAGE}`,
  ),
)

const LIST_IN_STATE = plannedPerCall(
  named(
    'disputes of a merchant in a state',
    `select ${DISPUTE_COLUMNS} from disputes d where d.merchant_id = :merchantId and d.status = :status and ${PAGE}`,
  ),
)

/** A keyset page of a merchant's disputes, newest first. */
export async function listDisputes(
  db: Queryable,
  merchantId: string,
  { status, after, limit }: ListDisputes,
): Promise<Page<DisputeRecord>> {
  const values = { merchantId, below: idRange('dp', { after }).below, limit: limit + 1 }
  const rows =
    status === undefined
      ? await db.query<DisputeRow>(LIST, LIST.values(values))
      : await db.query<DisputeRow>(LIST_IN_STATE, LIST_IN_STATE.values({ ...values, status }))
  return pageOf(rows.map(withTimes), limit)
}
