import { openHome } from '#server/database/embedded/home.ts'
import { writerUrl } from '#server/database/engine/writer-url.ts'
import type { Log } from '#server/database/engine/log.ts'
import type { Operator } from '../../as-operator.ts'
import { CommandFailure } from '#client/tools/command-line/exit.ts'
import { check, checkCopy, type Check } from './checks.ts'
import { countMarks, startCommitMarks, type CommitMarks } from './commit-marks.ts'
import { countRowsAt, type TableRows } from './count-rows.ts'
import { findSecrets } from './find-secrets.ts'
import { findPrograms } from './programs.ts'
import { openScratch } from './scratch.ts'
import { secretsOf } from './secrets.ts'
import { connectPatiently, describeSource, type Source } from './source.ts'
import { startCopy } from './start-copy.ts'
import { chooseMethod, takeCopy, type Method } from './take-copy.ts'

/** Result of a drill: facts and faults. */
export interface DrillReport {
  ok: boolean
  method: Method
  server: { version: string; checksums: boolean; bytes: number }
  copySeconds: number
  /** From the copy's start to its first commit; null when it does not start. */
  startSeconds: number | null
  /** Recovery point: how long before the copy's end its last commit was; null for a standby, which accepts no commits. */
  lostMs: number | null
  checks: Check[]
  rows: TableRows[]
  /** The folder of the cluster that is kept; null when none is. */
  kept: string | null
}

export interface DrillOptions {
  keep?: string
  pgBin?: string
}

/** Copies the server, starts the copy, checks it, and removes everything but a copy to keep. */
export async function runDrill(
  { config, opened, keys, log }: Operator,
  { keep, pgBin }: DrillOptions,
): Promise<DrillReport> {
  const source = await describeSource(await writerUrl(opened.url))
  const scratch = openScratch(keep, source.bytes)
  try {
    const home = openHome(scratch.directory, log)
    const programs = findPrograms(source.major, pgBin, home.user, log, config.variables['PATH'])
    const method = chooseMethod(source, programs)
    if (programs.server === undefined) throw new CommandFailure(noServer(source))

    const [before] = await Promise.allSettled([countRowsAt(source.url)])
    const copyFromMs = performance.now()
    const { cutMs, marks } = await withMarks(source, () => takeCopy(method, source, home, programs))
    const copySeconds = seconds(cutMs - copyFromMs)
    const [after] = await Promise.allSettled([countRowsAt(source.url)])

    const secrets = await check('secrets', async () => {
      const found = await findSecrets(home.directory, secretsOf(config))
      return [found, 'no key of this process stands in the files']
    })
    const server = { version: source.version, checksums: source.checksums, bytes: source.bytes }
    const kept = keep === undefined ? null : home.cluster
    const facts = { method, server, copySeconds, kept }
    const startFromMs = performance.now()
    const started = await start(() => startCopy(home, programs.server ?? '', source, SILENT))
    if ('failed' in started) {
      const checks = [secrets, started.failed]
      return { ...facts, ok: false, startSeconds: null, lostMs: null, checks, rows: [] }
    }
    const startSeconds = seconds(performance.now() - startFromMs)
    try {
      const lostMs = marks === undefined ? null : await lost(started.url, marks, cutMs)
      const { checks, rows } = await checkCopy(started.url, { before, after }, keys, log)
      const all = [secrets, started.check, ...checks]
      const ok = all.every((one) => one.ok)
      return { ...facts, ok, startSeconds, lostMs, checks: all, rows }
    } finally {
      await started.stop()
    }
  } finally {
    scratch.leave()
  }
}

/** The copy's PostgreSQL log goes into the report, not to the terminal. */
const SILENT: Log = { info: () => undefined, warn: () => undefined }

async function withMarks(source: Source, copy: () => Promise<number>) {
  const marks = source.inRecovery ? undefined : await startCommitMarks(source.url)
  try {
    return { cutMs: await copy(), marks }
  } finally {
    await marks?.stop()
  }
}

async function start<T extends object>(begin: () => Promise<T>) {
  let started: T | undefined
  const begun = await check('start', async () => {
    started = await begin()
    return [[], 'it takes connections and commits']
  })
  return started === undefined ? { failed: begun } : { ...started, check: begun }
}

async function lost(url: string, { made }: CommitMarks, cutMs: number): Promise<number> {
  const copy = await connectPatiently(url)
  try {
    const last = made[(await countMarks(copy, made)) - 1]
    return Math.max(0, Math.round(cutMs - (last?.atMs ?? made[0]?.atMs ?? cutMs)))
  } finally {
    await copy.end()
  }
}

function noServer({ major }: Source): string {
  return (
    `This machine has no server of PostgreSQL ${major} to start the copy with. Install it (Debian, Ubuntu: ` +
    `apt-get install postgresql-${major}), or name the folder of its programs with --pg-bin.`
  )
}

function seconds(ms: number): number {
  return Number((ms / 1000).toFixed(2))
}
