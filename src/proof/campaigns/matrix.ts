import { z } from 'zod'
import { coverageText, createCoverage } from './coverage/coverage.ts'
import { WANTED_IN_MATRIX } from './coverage/wanted.ts'
import { campaign, type Verdict } from './frame/campaign.ts'
import { jobs, seed } from './frame/options.ts'
import type { Output } from './frame/output.ts'
import { unbroken, violationText } from './frame/verdict-text.ts'
import { casesOf, isImpossible, nameOf, seedOf } from './matrix/cases.ts'
import { runCase, type Case, type CaseResult } from './matrix/run-case.ts'
import { matrixTable, type Verdict as CaseVerdict } from './matrix/table.ts'
import { openWorlds } from './simulation/worlds.ts'

/** Each run uses 420 seeds. */
const SEED_MAX = 5_000_000
/** In order of severity. */
const GRAVITY: readonly CaseVerdict[] = ['impossible', 'held', 'missed', 'broken']

const Options = z.object({
  only: z
    .string()
    .default('')
    .refine((only) => casesOf(only).length > 0, 'stands in the name of no case')
    .describe('only cases whose name contains it, e.g. "CP5" or "503, charged" or "second tab"'),
  seed: seed('of the first run'),
  seeds: z
    .int()
    .min(1)
    .max(100_000)
    .default(1)
    .describe('runs of the matrix, each with the next seed'),
  jobs: jobs(2, 'cases at once, each in a database of its own'),
})

export const matrix = campaign({
  name: 'matrix',
  about: 'crashes at 14 points × 10 outcomes × 3 kinds of shopper',
  details: `Crashes a process at each of 14 points of a payment, with each of 10 outcomes at the processor and 3 kinds of shopper:
420 cases, each over real PostgreSQL, each judged by the oracle at rest.`,
  options: Options,
  notes: `Exits with 1 when a promise broke, or a process did not crash at its point. DATABASE_URL names a PostgreSQL to use.`,
  run: (options, output) => runMatrix({ ...options, seed: options.seed % SEED_MAX }, output),
})

async function runMatrix(
  { seed, seeds, jobs, only }: z.output<typeof Options>,
  output: Output,
): Promise<Verdict> {
  const cases = casesOf(only)
  const worlds = await openWorlds()
  const progress = output.progress(cases.length * seeds, 'cases')
  const coverage = createCoverage(WANTED_IN_MATRIX)
  const waiting = Array.from({ length: seeds }, (_, index) => seed + index).flatMap((seed) =>
    cases.map((given) => ({ given, seed })),
  )
  const verdicts = new Map<Case, CaseVerdict>()
  const failed: { case: string; seed: number; violations: CaseResult['violations'] }[] = []
  const total = { ran: 0, notReached: 0, impossible: 0, slowestMs: 0 }

  async function job(): Promise<void> {
    const world = await worlds.open()
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { given, seed } = next
      const startedMs = performance.now()
      const { reached, violations, sightings } = await runCase(world, given, seedOf(given, seed))
      total.slowestMs = Math.max(total.slowestMs, Math.round(performance.now() - startedMs))
      progress.advance()
      coverage.add(sightings)
      total.ran += 1
      const impossible = !reached && isImpossible(given)
      if (impossible) total.impossible += 1
      else if (!reached) total.notReached += 1
      if (violations.length > 0) {
        failed.push({ case: nameOf(given), seed, violations })
        output.print(
          `${nameOf(given)}, seed ${seed}:\n${violations.map(violationText).join('\n')}\n`,
        )
      }
      const verdict =
        violations.length > 0 ? 'broken' : impossible ? 'impossible' : reached ? 'held' : 'missed'
      verdicts.set(given, worse(verdicts.get(given), verdict))
    }
    await worlds.drop(world)
  }

  try {
    await Promise.all(Array.from({ length: Math.min(jobs, waiting.length) }, job))
  } finally {
    await worlds.close()
  }
  const seconds = Number(progress.seconds().toFixed(1))
  const { ran, notReached, impossible, slowestMs } = total
  const verdict = failed.length === 0 ? unbroken(ran) : `${failed.length} broke a promise`
  return {
    held: failed.length === 0 && notReached === 0,
    summary: { seed, seeds, ...total, seconds, failed, coverage: coverage.counts() },
    text:
      `${matrixTable(cases, verdicts)}${coverageText(coverage)}` +
      `${ran} cases from seed ${seed}, ${seconds} s, the slowest ${slowestMs} ms; ${impossible} impossible, ${notReached} not reached: ${verdict}\n`,
  }
}

function worse(before: CaseVerdict | undefined, now: CaseVerdict): CaseVerdict {
  return before !== undefined && GRAVITY.indexOf(before) > GRAVITY.indexOf(now) ? before : now
}
