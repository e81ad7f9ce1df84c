import { AT_BEGINNING, verifyAuditOn, type AuditFault, type AuditProgress } from './verify-audit.ts'
import type { ServiceContext } from '../context.ts'
import {
  readAuditCheck,
  writeAuditCheck,
  type AuditCheck,
} from '../../database/audit/audit-checks.ts'

const DAY_MS = 86_400_000
/** Limits of one run, so that other tasks get their turn. */
const ROWS_MAX = 5000
const SEALS_MAX = 5

/**
 * Verifies the rows of the audit log that were added since the last run, a part of them in each run, and stores the result.
 * Once a day it begins at the first row again. True when there is more to do at once.
 */
export async function verifyAuditLog({
  database,
  keys,
  clock,
  log,
}: Pick<ServiceContext, 'database' | 'keys' | 'clock' | 'log'>): Promise<boolean> {
  const now = clock()
  const known = await readAuditCheck(database)
  const check = known === undefined || isOver(known, now) ? anew(known, now) : known
  const verdict = await verifyAuditOn(database, [keys, ...keys.previous], load(check.progress), {
    rowsMax: ROWS_MAX,
    sealsMax: SEALS_MAX,
  })
  if (!verdict.ok) {
    const { fault, sequence } = verdict
    log.error({ fault, sequence }, 'the audit log is not as it was written')
    await writeAuditCheck(database, { ...failed(check, fault, sequence, now) })
    return false
  }
  const { progress, isEnd } = verdict
  const went = { ...check, progress: store(progress) }
  await writeAuditCheck(database, isEnd ? verified(went, progress, now) : went)
  return !isEnd
}

interface Stored extends Pick<AuditProgress, 'seals'> {
  sequence: number
  hash: string
  lastSeal: string
  unverified: number | null
  /** Whether the pass has come to the end of the log. */
  isOver: boolean
}

function store({ walked: { end, unverified }, seals }: AuditProgress, isOver = false): Stored {
  return {
    sequence: end.sequence,
    hash: end.hash.toString('hex'),
    lastSeal: end.lastSeal.toString('hex'),
    unverified: unverified ?? null,
    seals,
    isOver,
  }
}

function load(stored: unknown): AuditProgress {
  const { sequence, hash, lastSeal, unverified, seals } = stored as Stored
  const end = { sequence, hash: Buffer.from(hash, 'hex'), lastSeal: Buffer.from(lastSeal, 'hex') }
  return { walked: { end, unverified: unverified ?? undefined }, seals }
}

function isOver({ progress, beganAt }: AuditCheck, now: Date): boolean {
  return (progress as Stored).isOver && now.getTime() - beganAt.getTime() >= DAY_MS
}

const NOTHING = {
  verifiedSequence: null,
  verifiedAt: null,
  fault: null,
  faultSequence: null,
  faultAt: null,
}

/** A new pass from the first row. The result of the last pass stays until this one has ended. */
function anew(known: AuditCheck | undefined, now: Date): AuditCheck {
  return { ...NOTHING, ...known, progress: store(AT_BEGINNING), beganAt: now }
}

function failed(check: AuditCheck, fault: AuditFault, sequence: number, now: Date): AuditCheck {
  return { ...anew(check, now), fault, faultSequence: sequence, faultAt: now }
}

function verified(check: AuditCheck, progress: AuditProgress, now: Date): AuditCheck {
  return {
    ...NOTHING,
    beganAt: check.beganAt,
    progress: store(progress, true),
    verifiedSequence: progress.walked.end.sequence,
    verifiedAt: now,
  }
}
