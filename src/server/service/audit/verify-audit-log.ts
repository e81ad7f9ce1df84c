import { AT_BEGINNING, verifyAuditOn, type AuditBreak, type AuditProgress } from './verify-audit.ts'
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
/** Breaks that one pass names; `checkout audit verify` names all. */
const NAMED_MAX = 100

/**
 * Verifies the rows of the audit log that were added since the last run, a part of them in each run, and stores the result.
 * Once a day it begins at the first row again, and in the next run after a pass that has found a break. True when there is more to
 * do at once.
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
  const { progress, isEnd, breaks } = await verifyAuditOn(
    database,
    [keys, ...keys.previous],
    load(check.progress),
    {
      rowsMax: ROWS_MAX,
      sealsMax: SEALS_MAX,
    },
  )
  const named = breaksOf(check)
  const fresh = breaks.filter((found) => !named.some((known) => isSame(known, found)))
  const naming = fresh.slice(0, NAMED_MAX - named.length)
  for (const { fault, sequence } of naming)
    log.error({ fault, sequence }, 'the audit log is not as it was written')
  const all = [...named, ...naming].toSorted((one, other) => one.sequence - other.sequence)
  const went = { ...check, progress: store(progress, { breaks: all, isOver: isEnd }) }
  const [first] = all
  if (first !== undefined) await writeAuditCheck(database, failed(went, first, now))
  else await writeAuditCheck(database, isEnd ? verified(went, progress, now) : went)
  return !isEnd
}

function isSame(one: AuditBreak, other: AuditBreak): boolean {
  return one.sequence === other.sequence && one.fault === other.fault
}

interface Stored extends Pick<AuditProgress, 'seals'> {
  sequence: number
  hash: string
  lastSeal: string
  unverified: number | null
  /** What the pass has named, in the order of the log. Absent: an earlier release has stored it. */
  breaks?: readonly AuditBreak[]
  /** Whether the pass has come to the end of the log. */
  isOver: boolean
}

function store(
  { walked: { end, unverified }, seals }: AuditProgress,
  pass: Pick<Stored, 'breaks' | 'isOver'>,
): Stored {
  return {
    sequence: end.sequence,
    hash: end.hash.toString('hex'),
    lastSeal: end.lastSeal.toString('hex'),
    unverified: unverified ?? null,
    seals,
    ...pass,
  }
}

function load(stored: unknown): AuditProgress {
  const { sequence, hash, lastSeal, unverified, seals } = stored as Stored
  const end = { sequence, hash: Buffer.from(hash, 'hex'), lastSeal: Buffer.from(lastSeal, 'hex') }
  return { walked: { end, unverified: unverified ?? undefined }, seals }
}

function isOver(check: AuditCheck, now: Date): boolean {
  if (!(check.progress as Stored).isOver) return false
  return breaksOf(check).length > 0 || now.getTime() - check.beganAt.getTime() >= DAY_MS
}

function breaksOf({ progress }: AuditCheck): readonly AuditBreak[] {
  return (progress as Stored).breaks ?? []
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
  return { ...NOTHING, ...known, progress: store(AT_BEGINNING, { isOver: false }), beganAt: now }
}

function failed(check: AuditCheck, { fault, sequence }: AuditBreak, now: Date): AuditCheck {
  return { ...check, fault, faultSequence: sequence, faultAt: now }
}

function verified(check: AuditCheck, progress: AuditProgress, now: Date): AuditCheck {
  return {
    ...NOTHING,
    beganAt: check.beganAt,
    progress: store(progress, { isOver: true }),
    verifiedSequence: progress.walked.end.sequence,
    verifiedAt: now,
  }
}
