import type { LookBackPage } from '#contract/list-page.ts'
import { plannedPerCall, type Queryable } from '../engine/database.ts'
import { named } from '../engine/named-statement.ts'
import { LOOK_BACK_LIMIT, LOOK_BACK_SCAN, lookBackPageOf, pageOf } from '../engine/read-page.ts'
import type { ACTOR_KINDS } from './audit-log.ts'

/** Filters of a list of entries or of reads. */
interface LogFilters {
  merchantId?: string | null | undefined
  actor?: string | null | undefined
  action?: string | undefined
  subject?: string | undefined
  from?: Date | undefined
  until?: Date | undefined
}

export interface LookBackAtLog extends LogFilters {
  /** Of the page before: where this one begins. */
  after?: string | undefined
  /** Most rows that are returned. */
  limit?: number
  /** Most rows that are examined, whether they match or not. */
  scan?: number
}

/** The oldest row that was examined, and how many were. */
interface Examined {
  key: number
  at: Date
  scanned: number
}

interface LogRow {
  key: number
  at: Date
  actorKind: (typeof ACTOR_KINDS)[number]
  actor: string
  merchantId: string | null
}

export interface EntryRow extends LogRow {
  command: string | null
  action: string
  subject: string
  details: string
  hash: Buffer
}

export interface ReadRow extends LogRow {
  subject: string | null
  fields: string[]
  why: string
}

// At most one of the three is set, and its index is read; the other filters apply to the rows of the window.
const ENTRIES_WINDOW = `select l.* from audit_log l where l.sequence < :below
     and (:bySubject::text is null or l.subject collate "C" = :bySubject)
     and (:byActor::text is null or l.actor = :byActor)
     and (:byMerchant::uuid is null or l.merchant_id = :byMerchant)
   order by l.sequence desc limit :scan`
const READS_WINDOW = `select l.* from person_reads l where l.id < :below
     and (:bySubject::text is null or l.subject collate "C" = :bySubject)
     and (:byActor::text is null or l.actor = :byActor)
     and (:byMerchant::uuid is null or l.merchant_id = :byMerchant)
   order by l.id desc limit :scan`
const MATCHES = `(:subject::text is null or w.subject = :subject) and (:actor::text is null or w.actor = :actor)
     and (:merchantId::uuid is null or w.merchant_id = :merchantId)
     and (:from::timestamptz is null or w.at >= :from) and (:until::timestamptz is null or w.at < :until)`
const COLUMNS =
  'w.at, w.actor_kind as "actorKind", w.actor, w.merchant_id as "merchantId", w.subject'

/** Clocks of processes differ a little: among so many rows before a time, the last by time need not have the highest key. */
const SKEWED_MAX = 100

const ENTRIES = {
  page: plannedPerCall(
    named(
      'look back at entries',
      `select w.sequence as key, ${COLUMNS}, w.command, w.action, w.details, w.hash from (${ENTRIES_WINDOW}) w
       where ${MATCHES} and (:action::text is null or w.action = :action) order by w.sequence desc limit :limit`,
    ),
  ),
  edge: plannedPerCall(
    named(
      'edge of looking back at entries',
      `select w.sequence as key, w.at, (count(*) over ())::integer as scanned from (${ENTRIES_WINDOW}) w
       order by w.sequence limit 1`,
    ),
  ),
  beforeTime: named(
    'entries before a time',
    `select max(sequence) + 1 as key from (
       select sequence from audit_log where at < :until order by at desc, sequence desc limit ${SKEWED_MAX}
     ) latest`,
  ),
}

const READS = {
  page: plannedPerCall(
    named(
      'look back at reads',
      `select w.id as key, ${COLUMNS}, w.fields, w.why from (${READS_WINDOW}) w
       where ${MATCHES} and (:action::text is null or w.why = :action) order by w.id desc limit :limit`,
    ),
  ),
  edge: plannedPerCall(
    named(
      'edge of looking back at reads',
      `select w.id as key, w.at, (count(*) over ())::integer as scanned from (${READS_WINDOW}) w order by w.id limit 1`,
    ),
  ),
  beforeTime: named(
    'reads before a time',
    `select max(id) + 1 as key from (
       select id from person_reads where at < :until order by at desc, id desc limit ${SKEWED_MAX}
     ) latest`,
  ),
}

async function lookBack<Row extends LogRow>(
  db: Queryable,
  log: typeof ENTRIES | typeof READS,
  { limit = LOOK_BACK_LIMIT, scan = LOOK_BACK_SCAN, ...asked }: LookBackAtLog,
): Promise<LookBackPage<Row, Date>> {
  const { subject = null, actor = null, merchantId = null } = asked
  const { action = null, from = null, until = null } = asked
  const by = {
    bySubject: subject,
    byActor: subject === null ? actor : null,
    byMerchant: subject === null && actor === null ? merchantId : null,
    below: Math.min(
      Number(asked.after ?? Number.MAX_SAFE_INTEGER),
      until === null ? Number.MAX_SAFE_INTEGER : await keyBefore(db, log, until),
    ),
    scan,
  }
  const filters = { subject, actor, merchantId, action, from, until }
  const read = await db.query<Row>(
    log.page,
    log.page.values({ ...by, ...filters, limit: limit + 1 }),
  )
  const placeOf = ({ key, at }: Pick<Row, 'key' | 'at'>) => ({ after: String(key), at })
  return lookBackPageOf(pageOf(read, limit), placeOf, async () => {
    const [edge] = await db.query<Examined>(log.edge, log.edge.values(by))
    return (
      edge && { ...placeOf(edge), isCut: edge.scanned === scan && edge.at >= (from ?? edge.at) }
    )
  })
}

/** The least key of no row before a time. */
async function keyBefore(
  db: Queryable,
  { beforeTime }: typeof ENTRIES | typeof READS,
  until: Date,
): Promise<number> {
  const [before] = await db.query<{ key: number | null }>(beforeTime, beforeTime.values({ until }))
  return before?.key ?? 0
}

/** A page of entries of the audit log, newest first. */
export function lookBackAtEntries(
  db: Queryable,
  asked: LookBackAtLog,
): Promise<LookBackPage<EntryRow, Date>> {
  return lookBack<EntryRow>(db, ENTRIES, asked)
}

/** A page of reads of personal data, newest first. */
export function lookBackAtReads(
  db: Queryable,
  asked: LookBackAtLog,
): Promise<LookBackPage<ReadRow, Date>> {
  return lookBack<ReadRow>(db, READS, asked)
}
