import type { Database, Queryable } from '../../database/engine/database.ts'
import {
  setAuditSnapshot,
  readAuditHead,
  readAuditRows,
  type AuditEnd,
  type AuditHead,
  type AuditRow,
} from '../../database/audit/audit-log.ts'
import type { MasterKeys } from '../keys/master-keys.ts'
import { BEGINNING, hashOfEntry, sealOfEntry, sealOfHead } from './audit-chain.ts'
import { NO_SEALS, verifySeals, type VerifiedSeals } from './person-read-seals.ts'

/** A position in the hash chain. A log that contains it is complete up to there. */
export interface Anchor {
  sequence: number
  /** In hexadecimal. */
  hash: string
}

/**
 * `inserted` includes rows rewritten without the key; `head`: the record of the log's end was changed; `reads`: rows of
 * `person_reads` are not as this entry sealed them.
 */
export type AuditFault =
  | 'changed'
  | 'missing'
  | 'inserted'
  | 'truncated'
  | 'head'
  | 'other_key'
  | 'reads'

export type AuditVerdict = { ok: true; end: Anchor } | Tampered

interface Tampered extends AuditBreak {
  ok: false
}

/** A place where the log is not as it was written. */
export interface AuditBreak {
  sequence: number
  fault: AuditFault
}

type Keys = ReadonlyMap<string, Pick<MasterKeys, 'audit'>>

const BATCH = 1000
/** Seals of person reads that are verified in one batch. */
const SEALS = 100

/**
 * Verifies the hash chain from the first row, in one snapshot, and finds the first row that was tampered with; then the
 * records of reads that its entries seal. A row whose MASTER_KEY is gone is verified through the seal of a later row, whose hash
 * covers it.
 */
export async function verifyAudit(
  database: Database,
  keys: readonly MasterKeys[],
  expected?: Anchor,
): Promise<AuditVerdict> {
  const { breaks, end } = await findBreaks(database, keys, expected)
  const [first] = breaks
  return first === undefined ? { ok: true, end } : wrong(first.sequence, first.fault)
}

/** Like `verifyAudit`, and goes on after a break: finds all of them, in their order. */
export function findBreaks(
  database: Database,
  keys: readonly MasterKeys[],
  expected?: Anchor,
): Promise<{ breaks: AuditBreak[]; end: Anchor }> {
  const byId = new Map(keys.map((key) => [key.id, key]))
  return database.transaction(async (tx) => {
    await setAuditSnapshot(tx)
    const head = await readAuditHead(tx)
    const breaks: AuditBreak[] = []
    const onBreak = (broken: AuditBreak) => void breaks.push(broken)
    const from = NOTHING_WALKED
    const walked = await walk(tx, head, byId, { from, rowsMax: Infinity, expected, onBreak })
    const verdict = judgeEnd(walked, head, byId, expected)
    if (!verdict.ok) onBreak({ sequence: verdict.sequence, fault: verdict.fault })
    const { sequence, hash } = walked.end
    for (const broken of await brokenSeals(tx, sequence))
      onBreak({ sequence: broken, fault: 'reads' })
    return { breaks, end: { sequence, hash: hash.toString('hex') } }
  })
}

/** The entries whose sealed rows are not as they were. */
async function brokenSeals(tx: Queryable, upTo: number): Promise<number[]> {
  const broken: number[] = []
  let after = NO_SEALS
  for (;;) {
    const { verified, isEnd, fault, faulty } = await verifySeals(tx, after, { upTo, limit: SEALS })
    if (fault !== undefined) broken.push(fault)
    if (isEnd) return broken
    after = faulty ?? verified
  }
}

/** How far a pass over the log has come. */
export interface AuditProgress {
  walked: Walked
  seals: VerifiedSeals
}

export const AT_BEGINNING: AuditProgress = {
  walked: { end: BEGINNING, unverified: undefined },
  seals: NO_SEALS,
}

/**
 * Continues a pass: verifies at most `rowsMax` rows of the log and, once at its end, at most `sealsMax` seals of reads. It goes on
 * after a break. `isEnd`: the pass has reached the end of both.
 */
export function verifyAuditOn(
  database: Database,
  keys: readonly MasterKeys[],
  { walked: from, seals }: AuditProgress,
  { rowsMax, sealsMax }: { rowsMax: number; sealsMax: number },
): Promise<{ progress: AuditProgress; isEnd: boolean; breaks: AuditBreak[] }> {
  const byId = new Map(keys.map((key) => [key.id, key]))
  return database.transaction(async (tx) => {
    await setAuditSnapshot(tx)
    const head = await readAuditHead(tx)
    const breaks: AuditBreak[] = []
    const onBreak = (broken: AuditBreak) => void breaks.push(broken)
    const walked = await walk(tx, head, byId, { from, rowsMax, expected: undefined, onBreak })
    if (walked.isPart) return { progress: { walked, seals }, isEnd: false, breaks }
    const verdict = judgeEnd(walked, head, byId, undefined)
    if (!verdict.ok) onBreak({ sequence: verdict.sequence, fault: verdict.fault })
    const upTo = walked.end.sequence
    const { verified, isEnd, fault, faulty } = await verifySeals(tx, seals, {
      upTo,
      limit: sealsMax,
    })
    if (fault !== undefined) onBreak({ sequence: fault, fault: 'reads' })
    return { progress: { walked, seals: faulty ?? verified }, isEnd, breaks }
  })
}

interface Walked {
  end: AuditEnd
  /** The first of the trailing rows whose seal cannot be checked, for lack of the key. */
  unverified: number | undefined
  /** Whether `rowsMax` was reached, and rows remain. */
  isPart?: boolean
}

const NOTHING_WALKED: Walked = { end: BEGINNING, unverified: undefined }

interface Walking {
  from: Walked
  rowsMax: number
  expected: Anchor | undefined
  /** Called with each break, after which the walk goes on. */
  onBreak: (broken: AuditBreak) => void
}

async function walk(
  tx: Queryable,
  head: AuditHead | undefined,
  keys: Keys,
  { from, rowsMax, expected, onBreak }: Walking,
): Promise<Walked> {
  const walked: Walked = { end: from.end, unverified: from.unverified }
  let after = from.end.sequence === 0 ? null : from.end.sequence
  let left = rowsMax
  for (;;) {
    const rows: AuditRow[] = await readAuditRows(tx, after, BATCH)
    for (const row of rows) {
      const fault =
        faultByHead(walked.end, row, head) ??
        faultOf(walked.end, row, keys) ??
        faultByAnchor(row, expected)
      if (fault !== undefined) onBreak({ sequence: fault.sequence, fault: fault.fault })
      walked.unverified = keys.has(row.keyId) ? undefined : (walked.unverified ?? row.sequence)
      walked.end = { sequence: row.sequence, hash: row.hash, lastSeal: row.seal }
    }
    after = walked.end.sequence
    left -= rows.length
    if (rows.length < BATCH) return walked
    if (left <= 0) return { ...walked, isPart: true }
  }
}

/** A row after the one that the head calls the last. */
function faultByHead(
  before: AuditEnd,
  { sequence }: AuditRow,
  head: AuditHead | undefined,
): Tampered | undefined {
  if (head === undefined || head.sequence !== before.sequence) return undefined
  return sequence > head.sequence ? wrong(sequence, 'inserted') : undefined
}

function faultOf(before: AuditEnd, row: AuditRow, keys: Keys): Tampered | undefined {
  const next = before.sequence + 1
  if (row.sequence > next) return wrong(next, 'missing')
  if (row.sequence < next) return wrong(row.sequence, 'inserted')
  if (!hashOfEntry(before, row).equals(row.hash)) return wrong(row.sequence, 'changed')
  const key = keys.get(row.keyId)
  if (key === undefined || sealOfEntry(key.audit, row.sequence, row.hash).equals(row.seal))
    return undefined
  // The hash fits but not the seal: written without the key.
  return wrong(row.sequence, 'inserted')
}

function faultByAnchor(
  { sequence, hash }: AuditRow,
  expected: Anchor | undefined,
): Tampered | undefined {
  if (expected === undefined || expected.sequence !== sequence) return undefined
  return hash.toString('hex') === expected.hash ? undefined : wrong(sequence, 'changed')
}

function judgeEnd(
  { end, unverified }: Walked,
  head: AuditHead | undefined,
  keys: Keys,
  expected: Anchor | undefined,
): AuditVerdict {
  const toBe = Math.max(head?.sequence ?? 0, expected?.sequence ?? 0)
  if (toBe > end.sequence) return wrong(end.sequence + 1, 'truncated')
  if (unverified !== undefined) return wrong(unverified, 'other_key')
  if (head === undefined || !isHeadOf(end, head, keys)) return wrong(end.sequence, 'head')
  return { ok: true, end: { sequence: end.sequence, hash: end.hash.toString('hex') } }
}

function isHeadOf(end: AuditEnd, head: AuditHead, keys: Keys): boolean {
  if (!head.hash.equals(end.hash) || !head.lastSeal.equals(end.lastSeal)) return false
  if (end.sequence === 0) return head.seal === null && head.keyId === null
  const key = keys.get(head.keyId ?? '')
  return (
    key !== undefined &&
    head.seal !== null &&
    sealOfHead(key.audit, head.sequence, head.hash).equals(head.seal)
  )
}

function wrong(sequence: number, fault: AuditFault): Tampered {
  return { ok: false, sequence, fault }
}
