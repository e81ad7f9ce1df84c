import { z } from 'zod'
import { ENVIRONMENTS } from '#contract/environment.ts'
import { pageSize } from '#page/build/page-size.ts'
import { runCommandLine } from '../command-line/command-line.ts'
import { AGAINST_NOTES, publishComparisons } from './against/publish-comparisons.ts'
import { benchAgainst } from './bench-against.ts'
import { CASE_NAMES } from './case-names.ts'
import { benchCases } from './cases.ts'
import { onStage } from './command/on-stage.ts'
import {
  against,
  check,
  ENOUGH_PAIRS,
  json,
  NO_FIGURE,
  only,
  PAIRS_MIN,
  profile,
  roundsOrPairs,
  write,
} from './command/options.ts'
import { publish } from './command/publish.ts'
import { openStage } from './open-stage.ts'
import { report } from './report.ts'
import { runCase, type CaseResult } from './run-case.ts'
import { range } from './statistics.ts'

const ROUNDS = 7

const Options = z
  .object({
    json: json(),
    check: check('a ratio is below its least, or a page over its budget'),
    only: only(CASE_NAMES),
    write: write('the ratios', '; with all cases'),
    against: against(),
    rounds: roundsOrPairs(ROUNDS, 'rounds of each case, bare and API in turn'),
    roundMs: z.int().min(1).default(1600).describe('how long one server is measured in a round'),
    traces: z
      .url()
      .optional()
      .meta({ description: 'the API sends traces to this collector', placeholder: 'url' }),
    profile: profile("the API's process"),
  })
  .refine(...ENOUGH_PAIRS)
  .refine(...NO_FIGURE)
type BenchOptions = z.output<typeof Options>

const FIGURE_HEADS = [
  'of a bare `node:http` server with the same SQL statement',
  'ratio',
  'of single rounds',
]

await runCommandLine(
  {
    command: 'npm run bench --',
    about: 'Measures the API against a bare node:http server with the same statements, in one run.',
    options: Options,
    notes: `Ratios are of the medians; "rounds" are the least, the median and the greatest of the rounds' own ratios; µs is processor
time of the server's process for a request.
The bare server checks no key and no body, and sends no headers but type and length.
Absolute numbers say little on a shared machine; the ratios of one run do.
${AGAINST_NOTES}`,
  },
  process.argv.slice(2),
  bench,
)

async function bench(options: BenchOptions): Promise<void> {
  const { against: other } = options
  if (other !== undefined) {
    const rounds = options.rounds ?? PAIRS_MIN
    return publishComparisons(options, await benchAgainst(other, { ...options, rounds }))
  }
  const rounds = options.rounds ?? ROUNDS
  const cases = await measureCases({ ...options, rounds })
  // A missing build, or one in progress, has no size.
  const found = await Promise.all(ENVIRONMENTS.map((name) => pageSize(name).catch(() => undefined)))
  const sizes = found.filter((size) => size !== undefined)
  await publish(options, {
    result: { cases, sizes },
    text: report(cases, sizes),
    met: [...cases, ...sizes].every(({ met }) => met),
    figures: {
      block: 'bench',
      heads: FIGURE_HEADS,
      rows: cases.map(({ title, ratio, ratioOfRounds }) => [
        `\`${title}\``,
        ratio.toFixed(2),
        range(ratioOfRounds),
      ]),
      command: `npm run bench -- --rounds ${rounds} --round-ms ${options.roundMs}`,
    },
  })
}

async function measureCases(options: BenchOptions & { rounds: number }): Promise<CaseResult[]> {
  const open = (opening: AsyncDisposableStack) => openStage(opening, options)
  return await onStage(open, async (stage) => {
    const results: CaseResult[] = []
    for (const bench of benchCases(stage)) {
      if (options.only.length > 0 && !options.only.includes(bench.name)) continue
      process.stderr.write(`measuring ${bench.title}\n`)
      results.push(await runCase(bench, stage, options))
    }
    return results
  })
}
