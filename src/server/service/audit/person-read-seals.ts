import { createHash } from 'node:crypto'
import type { Queryable } from '../../database/engine/database.ts'
import {
  readSealedRows,
  readSealsAfter,
  type PersonReadSeal,
  type SealedRead,
} from '../../database/audit/person-read-seals.ts'

/** The details of an entry that seals rows: the first and the last id, both included, the number of rows, and their hash. */
export interface SealedRange {
  from: number
  to: number
  count: number
  sha256: string
}

const BATCH = 1000

/** Computes the details of the rows with these ids as they are now. */
export async function sealedRange(
  db: Queryable,
  { from, to }: Pick<SealedRange, 'from' | 'to'>,
): Promise<SealedRange> {
  const hash = createHash('sha256')
  let count = 0
  let next = from
  for (;;) {
    const rows = await readSealedRows(db, { from: next, to, limit: BATCH })
    for (const row of rows) hash.update(canonical(row)).update('\n')
    count += rows.length
    const last = rows.at(-1)
    if (last === undefined || rows.length < BATCH)
      return { from, to, count, sha256: hash.digest('hex') }
    next = last.id + 1
  }
}

/** An array, since the order of an object's keys could vary. */
function canonical(row: SealedRead): string {
  const { id, at, actorKind, actor, merchantId, subject, fields, why } = row
  return JSON.stringify([id, at, actorKind, actor, merchantId, subject, fields, why])
}

export function readRange({ details }: Pick<PersonReadSeal, 'details'>): SealedRange {
  return JSON.parse(details) as SealedRange
}

/** How far seals have been verified: `sequence` of the last verified entry, and `to`, the id of the last row that it seals. */
export interface VerifiedSeals {
  sequence: number
  to: number
}

export const NO_SEALS: VerifiedSeals = { sequence: 0, to: 0 }

/**
 * Verifies that rows of `person_reads` are as they were sealed, for at most `limit` seals up to the entry `upTo`. `fault`: the
 * entry whose rows have changed. Rows whose seal is older than 400 days may be gone, and are not verified.
 */
export async function verifySeals(
  db: Queryable,
  after: VerifiedSeals,
  { upTo, limit }: { upTo: number; limit: number },
): Promise<{
  verified: VerifiedSeals
  isEnd: boolean
  fault: number | undefined
  /** Where to go on after the fault. */
  faulty?: VerifiedSeals
}> {
  const found = await readSealsAfter(db, after.sequence, limit)
  let verified = after
  for (const seal of found.filter(({ sequence }) => sequence <= upTo)) {
    const { sequence } = seal
    const range = readRange(seal)
    if (!(await isWhole(db, seal, verified, range)))
      return { verified, isEnd: false, fault: sequence, faulty: { sequence, to: range.to } }
    verified = { sequence, to: range.to }
  }
  return { verified, isEnd: found.length < limit, fault: undefined }
}

async function isWhole(
  db: Queryable,
  { isPast }: PersonReadSeal,
  before: VerifiedSeals,
  sealed: SealedRange,
): Promise<boolean> {
  if (sealed.from !== before.to + 1) return false
  if (isPast) return true
  const now = await sealedRange(db, sealed)
  return now.count === sealed.count && now.sha256 === sealed.sha256
}
