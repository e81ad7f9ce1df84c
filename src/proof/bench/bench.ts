import { z } from 'zod'
import { ENVIRONMENTS } from '#contract/environment.ts'
import { pageSize } from '#page/build/page-size.ts'
import { runCommandLine } from '../command-line/command-line.ts'
import { FIGURES_DOCUMENT, markdownTable, measuredBy, writeBlock } from '../figures/blocks.ts'
import { CASE_NAMES } from './case-names.ts'
import { benchCases } from './cases.ts'
import { openStage } from './open-stage.ts'
import { report } from './report.ts'
import { runCase, type CaseResult } from './run-case.ts'

const INTERRUPTED = 130

const Options = z.object({
  json: z.boolean().default(false).describe('print one JSON document instead of the table'),
  check: z
    .boolean()
    .default(false)
    .describe('exit with 1 when a ratio is below its least, or a page over its budget'),
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
    .describe(`write the ratios into ${FIGURES_DOCUMENT}; with all cases`),
  rounds: z.int().min(1).default(7).describe('rounds of each case, bare and API in turn'),
  roundMs: z.int().min(1).default(1600).describe('how long one server is measured in a round'),
  traces: z
    .url()
    .optional()
    .meta({ description: 'the API sends traces to this collector', placeholder: 'url' }),
  profile: z
    .string()
    .optional()
    .meta({ description: "write a .cpuprofile of the API's process there", placeholder: 'dir' }),
})
type BenchOptions = z.output<typeof Options>

await runCommandLine(
  {
    command: 'npm run bench --',
    about: 'Measures the API against a bare node:http server with the same statements, in one run.',
    options: Options,
    notes: `Ratios are of the medians; "rounds" are the least, the median and the greatest of the rounds' own ratios; µs is processor
time of the server's process for a request.
The bare server checks no key and no body, and sends no headers but type and length.
Absolute numbers say little on a shared machine; the ratios of one run do.`,
  },
  process.argv.slice(2),
  bench,
)

async function bench(options: BenchOptions): Promise<void> {
  const cases = await measureCases(options)
  // A missing build, or one in progress, has no size.
  const found = await Promise.all(ENVIRONMENTS.map((name) => pageSize(name).catch(() => undefined)))
  const sizes = found.filter((size) => size !== undefined)
  process.stdout.write(
    options.json ? `${JSON.stringify({ cases, sizes }, null, 2)}\n` : report(cases, sizes),
  )
  if (options.write) await writeBlock('bench', benchFigures(cases, options))
  if (options.check && [...cases, ...sizes].some(({ met }) => !met)) process.exitCode = 1
}

function benchFigures(cases: readonly CaseResult[], { rounds, roundMs }: BenchOptions): string {
  const rows = cases.map(({ title, ratio, ratioOfRounds: { min, max } }) => [
    `\`${title}\``,
    ratio.toFixed(2),
    `${min.toFixed(2)} to ${max.toFixed(2)}`,
  ])
  const heads = [
    'of a bare `node:http` server with the same SQL statement',
    'ratio',
    'of single rounds',
  ]
  const command = `npm run bench -- --rounds ${rounds} --round-ms ${roundMs}`
  return `${markdownTable(heads, rows)}\n\n${measuredBy(command, new Date())}`
}

async function measureCases(options: BenchOptions): Promise<CaseResult[]> {
  const stage = await openStage(options)
  process.once('SIGINT', () => void stage.close().finally(() => process.exit(INTERRUPTED)))
  try {
    const results: CaseResult[] = []
    for (const bench of benchCases(stage)) {
      if (options.only.length > 0 && !options.only.includes(bench.name)) continue
      process.stderr.write(`measuring ${bench.title}\n`)
      results.push(await runCase(bench, stage, options))
    }
    return results
  } finally {
    await stage.close()
  }
}
