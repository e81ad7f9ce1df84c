import { ACTOR_KINDS } from './audit-log.ts'
import { plannedPerCall, type Queryable } from '../engine/database.ts'
import { named } from '../engine/named-statement.ts'

/** Filters of a list of entries or of reads; null: any. */
export interface LogFilters {
  merchantId: string | null
  actor: string | null
  action: string | null
  subject: string | null
  from: Date | null
  until: Date | null
}

export interface LogPage extends LogFilters {
  /** Only rows with a lesser `key`. */
  below: number
  /** Most rows that are examined, whether they match or not. */
  scan: number
  /** Most rows that are returned. */
  limit: number
}

/** The oldest row that was examined. */
export interface LogEdge {
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
}

export interface ReadRow extends LogRow {
  subject: string | null
  fields: string[]
  why: string
}

/** Matching rows; and, unless there are `limit` of them, the oldest row that was examined. */
export interface LookedBack<Row> {
  rows: Row[]
  edge: LogEdge | undefined
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
      `select w.sequence as key, ${COLUMNS}, w.command, w.action, w.details from (${ENTRIES_WINDOW}) w
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

async function lookBack<Row>(
  db: Queryable,
  log: typeof ENTRIES | typeof READS,
  page: LogPage,
): Promise<LookedBack<Row>> {
  const { subject, actor, merchantId, action, from, until, scan, limit } = page
  const [before] =
    until === null
      ? []
      : await db.query<{ key: number | null }>(log.beforeTime, log.beforeTime.values({ until }))
  const by = {
    bySubject: subject,
    byActor: subject === null ? actor : null,
    byMerchant: subject === null && actor === null ? merchantId : null,
    below: until === null ? page.below : Math.min(page.below, before?.key ?? 0),
    scan,
  }
  const filters = { subject, actor, merchantId, action, from, until }
  const rows = await db.query<Row>(log.page, log.page.values({ ...by, ...filters, limit }))
  const isFull = rows.length === limit
  const [edge] = isFull ? [] : await db.query<LogEdge>(log.edge, log.edge.values(by))
  return { rows, edge }
}

/** A page of entries, newest first, and the oldest entry that was examined unless the page is full. */
export function lookBackAtEntries(db: Queryable, page: LogPage): Promise<LookedBack<EntryRow>> {
  return lookBack<EntryRow>(db, ENTRIES, page)
}

/** As `lookBackAtEntries`, for reads of personal data. */
export function lookBackAtReads(db: Queryable, page: LogPage): Promise<LookedBack<ReadRow>> {
  return lookBack<ReadRow>(db, READS, page)
}
