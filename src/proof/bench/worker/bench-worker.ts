import { z } from 'zod'

import { table } from '#client/tools/command-line/table.ts'
import { runCommandLine } from '../../command-line/command-line.ts'
import { FIGURES_DOCUMENT, markdownTable, measuredBy, writeBlock } from '../../figures/blocks.ts'
import { openWorkerStage } from './open-worker-stage.ts'
import { runWorkerCase, type WorkerCase, type WorkerResult } from './run-worker-case.ts'

const INTERRUPTED = 130
const HEADS = ['', 'Node µs', 'PostgreSQL µs', 'statements', 'commits', 'connections']
const MERCHANTS = 200
const DELIVERIES_GOAL = 2000
const EXPIRY_GOAL = 1000
const CASE_NAMES = ['many', 'few', 'slow', 'expiry'] as const

const CASES: readonly (WorkerCase & { name: (typeof CASE_NAMES)[number] })[] = [
  {
    name: 'many',
    title: `a delivery, of ${MERCHANTS} merchants`,
    kind: 'deliveries',
    merchants: MERCHANTS,
    answersAfterMs: 0,
    goal: DELIVERIES_GOAL,
  },
  {
    name: 'few',
    title: 'a delivery, of 4 merchants',
    kind: 'deliveries',
    merchants: 4,
    answersAfterMs: 0,
    goal: DELIVERIES_GOAL,
  },
  {
    name: 'slow',
    title: `a delivery, of ${MERCHANTS} merchants, answered after 50 ms`,
    kind: 'deliveries',
    merchants: MERCHANTS,
    answersAfterMs: 50,
    goal: DELIVERIES_GOAL,
  },
  {
    name: 'expiry',
    title: `an expiry, of ${MERCHANTS} merchants`,
    kind: 'expiry',
    merchants: MERCHANTS,
    answersAfterMs: 0,
    goal: EXPIRY_GOAL,
  },
]

const Options = z.object({
  json: z.boolean().default(false).describe('print one JSON document instead of the table'),
  check: z.boolean().default(false).describe('exit with 1 when a goal is not met'),
  only: z
    .array(z.enum(CASE_NAMES))
    .default([])
    .meta({
      description: `of ${CASE_NAMES.join(', ')}; may be given more than once`,
      placeholder: 'case',
    }),
  write: z
    .boolean()
    .default(false)
    .describe(`write what was measured into ${FIGURES_DOCUMENT}; with all cases`),
  rounds: z.int().min(1).default(5).describe('rounds of each case'),
  count: z.int().min(1).default(20_000).describe('deliveries or expiries of a round'),
  profile: z
    .string()
    .optional()
    .meta({ description: "write a .cpuprofile of the worker's process there", placeholder: 'dir' }),
})
type WorkerOptions = z.output<typeof Options>

await runCommandLine(
  {
    command: 'npm run bench:worker --',
    about:
      'Measures the background work: deliveries to a receiver that answers 204, and the expiry of sessions.',
    options: Options,
    notes: `The worker is a process of its own, composed as \`checkout serve\` does; so is the receiver. µs is processor time: of the worker's
process, and of its connections' PostgreSQL backends. The goal is compared with what one core of Node's processor time would do in
a second; the rate of a shared machine says little.`,
  },
  process.argv.slice(2),
  bench,
)

async function bench(options: WorkerOptions): Promise<void> {
  const results = await measureCases(options)
  process.stdout.write(
    options.json ? `${JSON.stringify({ cases: results }, null, 2)}\n` : report(results),
  )
  if (options.write) await writeBlock('worker', figures(results, options))
  if (options.check && results.some(({ met }) => !met)) process.exitCode = 1
}

async function measureCases(options: WorkerOptions): Promise<WorkerResult[]> {
  const stage = await openWorkerStage({ merchants: MERCHANTS, profile: options.profile })
  process.once('SIGINT', () => void stage.close().finally(() => process.exit(INTERRUPTED)))
  try {
    const results: WorkerResult[] = []
    for (const each of CASES) {
      if (options.only.length > 0 && !options.only.includes(each.name)) continue
      process.stderr.write(`measuring ${each.title}\n`)
      results.push(await runWorkerCase(stage, each, options))
    }
    return results
  } finally {
    await stage.close()
  }
}

function rowOf(result: WorkerResult): string[] {
  return [
    result.title,
    result.nodeMicroseconds.toFixed(0),
    result.postgresMicroseconds.toFixed(0),
    result.statements.toFixed(2),
    result.commits.toFixed(2),
    result.connections.toFixed(2),
  ]
}

function report(results: readonly WorkerResult[]): string {
  const heads = [...HEADS, 'a second', 'rounds', 'a second of a core', 'goal', '']
  const rows = results.map((result) => [
    ...rowOf(result),
    result.perSecond.toFixed(0),
    [result.perSecondOfRounds.min, result.perSecondOfRounds.max].map((n) => n.toFixed(0)).join(' '),
    result.perSecondOfCore.toFixed(0),
    String(result.goal),
    result.met ? 'met' : 'not met',
  ])
  return `${table(heads, rows)}\n`
}

function figures(results: readonly WorkerResult[], { rounds, count }: WorkerOptions): string {
  const command = `npm run bench:worker -- --rounds ${rounds} --count ${count}`
  return `${markdownTable(HEADS, results.map(rowOf))}\n\n${measuredBy(command, new Date())}`
}
