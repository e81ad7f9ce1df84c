import type { AuditEntries, AuditQuery, PersonReadRows } from '#contract/dashboard/audit.ts'
import { readAuditCheck } from '../../database/audit/audit-checks.ts'
import {
  lookBackAtEntries,
  lookBackAtReads,
  type EntryRow,
  type LookBackAtLog,
  type ReadRow,
} from '../../database/audit/look-back-at-log.ts'
import { readUserNames, type UserName } from '../../database/people/people.ts'
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

/** Acts of the audit log, newest first, and whether the log was whole when the worker last verified it. */
export async function listEntries(
  { database }: Database,
  scope: LogScope,
  query: AuditQuery,
): Promise<AuditEntries> {
  const asked = askedOf(scope, query)
  const [{ items, ...page }, check] = await Promise.all([
    asked === undefined ? NOTHING : lookBackAtEntries(database, asked),
    readAuditCheck(database),
  ])
  const nameOf = await namesOf(database, scope, items)
  return {
    ...page,
    lookedBackTo: page.lookedBackTo?.toISOString() ?? null,
    items: items.map((row) => ({
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
  const asked = askedOf(scope, query)
  const { items, ...page } = asked === undefined ? NOTHING : await lookBackAtReads(database, asked)
  const nameOf = await namesOf(database, scope, items)
  return {
    ...page,
    lookedBackTo: page.lookedBackTo?.toISOString() ?? null,
    items: items.map((row) => ({
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

const NOTHING = { items: [], hasMore: false, after: null, lookedBackTo: null }

/** Undefined when the person may see only their own entries, and asked for those of another person. */
function askedOf(
  { merchantId, ownOf }: LogScope,
  { from, until, ...query }: AuditQuery,
): LookBackAtLog | undefined {
  const actor = query.actor ?? ownOf
  if (ownOf !== null && actor !== ownOf) return undefined
  return {
    ...query,
    merchantId,
    actor,
    from: from === undefined ? undefined : new Date(from),
    until: until === undefined ? undefined : new Date(until),
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
): AuditEntries['items'][number]['who'] {
  const known = names.get(actor)
  const name = known?.name ?? known?.email ?? null
  const isShown = seesOperator || kind === 'api_key' || known !== undefined || actor === ownOf
  return { kind, id: isShown ? actor : null, name }
}

function detailsOf(text: string): Pick<AuditEntries['items'][number], 'details' | 'isSigned'> {
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
