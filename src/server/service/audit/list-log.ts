import type { AuditEntries, AuditQuery, PersonReadRows } from '#contract/dashboard/audit.ts'
import { readAuditCheck } from '../../database/audit/audit-checks.ts'
import {
  lookBackAtEntries,
  lookBackAtReads,
  type EntryRow,
  type LogEdge,
  type LogPage,
  type ReadRow,
} from '../../database/audit/look-back-at-log.ts'
import { readUserNames, type UserName } from '../../database/people/user-names.ts'
import type { DashboardContext } from '../people/dashboard-context.ts'

/** The entries and reads that a person may see. */
export interface LogScope {
  /** Null: entries and reads at the operator and at every merchant. */
  merchantId: string | null
  /** Only entries and reads by this person; null: by anybody. */
  ownOf: string | null
  /** Whether people of the operator are named; a merchant's people do not see who they are. */
  seesOperator: boolean
}

type Database = Pick<DashboardContext, 'database'>

const ROWS_MAX = 50
/** Bounds what a page costs, however rare its filters are. */
const SCAN_MAX = 5000

/** Entries of the audit log, newest first, and whether the log was whole when the worker last verified it. */
export async function listEntries(
  { database }: Database,
  scope: LogScope,
  query: AuditQuery,
): Promise<AuditEntries> {
  const page = pageOf(scope, query)
  const [found, check] = await Promise.all([
    page && lookBackAtEntries(database, page),
    readAuditCheck(database),
  ])
  const shown = shownOf(found, page)
  const nameOf = await namesOf(database, scope, shown.rows)
  return {
    ...shown,
    rows: shown.rows.map((row) => ({
      sequence: row.key,
      at: row.at.toISOString().replace('Z', '000Z'),
      who: whoOf(row, scope, nameOf),
      by: row.actorKind === 'command' && !scope.seesOperator ? null : row.command,
      action: row.action,
      subject: row.subject,
      merchantId: row.merchantId,
      ...detailsOf(row.details),
    })),
    chain: {
      verifiedUntil: check?.verifiedSequence ?? null,
      verifiedAt: check?.verifiedAt?.toISOString() ?? null,
      brokenAt: check?.faultSequence ?? null,
    },
  }
}

/** Who read whose personal data, newest first. */
export async function listReads(
  { database }: Database,
  scope: LogScope,
  query: AuditQuery,
): Promise<PersonReadRows> {
  const page = pageOf(scope, query)
  const shown = shownOf(page && (await lookBackAtReads(database, page)), page)
  const nameOf = await namesOf(database, scope, shown.rows)
  return {
    ...shown,
    rows: shown.rows.map((row) => ({
      id: row.key,
      at: row.at.toISOString(),
      who: whoOf(row, scope, nameOf),
      merchantId: row.merchantId,
      subject: row.subject,
      fields: row.fields,
      why: row.why,
    })),
  }
}

/** Undefined when only the person's own entries may be seen, and those of somebody else were requested. */
function pageOf({ merchantId, ownOf }: LogScope, query: AuditQuery): LogPage | undefined {
  const actor = query.actor ?? ownOf
  if (ownOf !== null && actor !== ownOf) return undefined
  return {
    merchantId,
    actor,
    action: query.action ?? null,
    subject: query.subject ?? null,
    from: query.from === undefined ? null : new Date(query.from),
    until: query.until === undefined ? null : new Date(query.until),
    below: Number(query.cursor ?? Number.MAX_SAFE_INTEGER),
    scan: SCAN_MAX,
    limit: ROWS_MAX + 1,
  }
}

function shownOf<Row extends { key: number; at: Date }>(
  found: { rows: Row[]; edge: LogEdge | undefined } | undefined,
  page: LogPage | undefined,
) {
  const rows = found?.rows.slice(0, ROWS_MAX) ?? []
  const last = rows.at(-1)
  if (found !== undefined && found.rows.length > ROWS_MAX && last !== undefined)
    return {
      rows,
      cursor: String(last.key),
      lookedBackTo: last.at.toISOString(),
      exhausted: false,
    }
  const edge = found?.edge
  const isPart =
    edge !== undefined && edge.scanned === SCAN_MAX && edge.at >= (page?.from ?? edge.at)
  return {
    rows,
    cursor: isPart ? String(edge.key) : null,
    lookedBackTo: edge?.at.toISOString() ?? null,
    exhausted: !isPart,
  }
}

async function namesOf(
  database: DashboardContext['database'],
  { merchantId, seesOperator }: LogScope,
  rows: readonly Pick<EntryRow, 'actorKind' | 'actor'>[],
): Promise<ReadonlyMap<string, UserName>> {
  const ids = rows.filter(({ actorKind }) => actorKind === 'user').map(({ actor }) => actor)
  const names = await readUserNames(database, [...new Set(ids)], seesOperator ? null : merchantId)
  return new Map(names.map((user) => [user.id, user]))
}

function whoOf(
  { actorKind: kind, actor }: Pick<EntryRow | ReadRow, 'actorKind' | 'actor'>,
  { seesOperator, ownOf }: LogScope,
  names: ReadonlyMap<string, UserName>,
): AuditEntries['rows'][number]['who'] {
  const known = names.get(actor)
  const name = known?.name ?? known?.email ?? null
  const isShown = seesOperator || kind === 'api_key' || known !== undefined || actor === ownOf
  return { kind, id: isShown ? actor : null, name }
}

function detailsOf(text: string): Pick<AuditEntries['rows'][number], 'details' | 'isSigned'> {
  const { signedBy, ...details } = readJson(text)
  return { details: fieldsOf('', details), isSigned: signedBy !== undefined }
}

/** A row that was tampered with may not be JSON; it is shown nevertheless. */
function readJson(text: string): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null ? { ...read } : { value: read }
  } catch {
    return { value: text }
  }
}

function fieldsOf(path: string, value: unknown): { name: string; value: string }[] {
  if (typeof value !== 'object' || value === null)
    return [{ name: path, value: typeof value === 'string' ? value : JSON.stringify(value) }]
  if (Array.isArray(value)) return [{ name: path, value: value.map(textOf).join(', ') }]
  return Object.entries(value).flatMap(([name, inner]) =>
    fieldsOf(path === '' ? name : `${path}.${name}`, inner),
  )
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
