import type { Database, Queryable } from '../database/database.ts'
import {
  setAuditSnapshot,
  readAuditHead,
  readAuditRows,
  type AuditEnd,
  type AuditHead,
  type AuditRow,
} from '../database/audit-log.ts'
import type { MasterKeys } from '../keys/master-keys.ts'
import { BEGINNING, hashOfEntry, sealOfEntry, sealOfHead } from './audit-chain.ts'

/** A position in the hash chain. A log that contains it is complete up to there. */
export interface Anchor {
  sequence: number
  /** In hexadecimal. */
  hash: string
}

/** `inserted` includes rows rewritten without the key; `head`: the record of the log's end was changed. */
export type AuditFault = 'changed' | 'missing' | 'inserted' | 'truncated' | 'head' | 'other_key'

export type AuditVerdict =
  | { ok: true; end: Anchor }
  | { ok: false; sequence: number; fault: AuditFault }

type Keys = ReadonlyMap<string, Pick<MasterKeys, 'audit'>>

const BATCH = 1000

/**
 * Verifies the hash chain from the first row, in one snapshot, and finds the first row that was tampered with. A row whose
 * MASTER_KEY is gone is verified through the seal of a later row, whose hash covers it.
 */
export function verifyAudit(
  database: Database,
  keys: readonly MasterKeys[],
  expected?: Anchor,
): Promise<AuditVerdict> {
  const byId = new Map(keys.map((key) => [key.id, key]))
  return database.transaction(async (tx) => {
    await setAuditSnapshot(tx)
    const head = await readAuditHead(tx)
    const walked = await walk(tx, head, byId, expected)
    return 'ok' in walked ? walked : judgeEnd(walked, head, byId, expected)
  })
}

interface Walked {
  end: AuditEnd
  /** The first of the trailing rows whose seal cannot be checked, for lack of the key. */
  unverified: number | undefined
}

async function walk(
  tx: Queryable,
  head: AuditHead | undefined,
  keys: Keys,
  expected: Anchor | undefined,
): Promise<Walked | AuditVerdict> {
  const walked: Walked = { end: BEGINNING, unverified: undefined }
  let after: number | null = null
  for (;;) {
    const rows: AuditRow[] = await readAuditRows(tx, after, BATCH)
    for (const row of rows) {
      if (
        head !== undefined &&
        row.sequence > head.sequence &&
        head.sequence === walked.end.sequence
      )
        return wrong(row.sequence, 'inserted')
      const fault = faultOf(walked.end, row, keys) ?? faultByAnchor(row, expected)
      if (fault !== undefined) return fault
      walked.unverified = keys.has(row.keyId) ? undefined : (walked.unverified ?? row.sequence)
      walked.end = { sequence: row.sequence, hash: row.hash, lastSeal: row.seal }
    }
    after = walked.end.sequence
    if (rows.length < BATCH) return walked
  }
}

function faultOf(before: AuditEnd, row: AuditRow, keys: Keys): AuditVerdict | undefined {
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
): AuditVerdict | undefined {
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

function wrong(sequence: number, fault: AuditFault): AuditVerdict {
  return { ok: false, sequence, fault }
}
