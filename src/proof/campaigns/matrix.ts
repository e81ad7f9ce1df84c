import { z } from 'zod'
import { coverageText, createCoverage } from './coverage/coverage.ts'
import { WANTED_IN_MATRIX } from './coverage/wanted.ts'
import { campaign, type Verdict } from './frame/campaign.ts'
import { jobs, seed } from './frame/options.ts'
import type { Output } from './frame/output.ts'
import { unbroken, violationText } from './frame/verdict-text.ts'
import { casesOf, nameOf, seedOf } from './matrix/cases.ts'
import { holdCasesOf, runHoldMatrix } from './matrix/hold-matrix.ts'
import { runCase, type Case, type CaseResult } from './matrix/run-case.ts'
import { matrixTable } from './matrix/table.ts'
import { unreachedPoints, verdictOf, worse, type CaseVerdict } from './matrix/verdict.ts'
import {
  adyenDaysOf,
  allowedOf,
  ANY_PROCESSOR_OPTION,
  badDaysOf,
  choiceText,
  UNKIND_OPTION,
  UNKINDNESSES_NOTE,
} from './scripted/options.ts'
import { openWorlds } from './simulation/worlds.ts'

/** Each run uses 420 seeds. */
const SEED_MAX = 5_000_000

const CASES_OF = { payments: casesOf, holds: holdCasesOf }

const Fields = z.object({
  of: z
    .enum(['payments', 'holds'])
    .default('payments')
    .describe('what a process crashes in: payments, or captures and releases of holds'),
  only: z
    .string()
    .default('')
    .describe('only cases whose name contains it, e.g. "CP5" or "503, charged" or "second tab"'),
  processor: ANY_PROCESSOR_OPTION,
  unkind: UNKIND_OPTION,
  seed: seed('of the first run'),
  seeds: z
    .int()
    .min(1)
    .max(100_000)
    .default(1)
    .describe('runs of the matrix, each with the next seed'),
  jobs: jobs(2, 'cases at once, each in a database of its own'),
})
const Options = Fields.refine(({ of, only }) => CASES_OF[of](only).length > 0, {
  path: ['only'],
  error: 'stands in the name of no case',
})

export const matrix = campaign({
  name: 'matrix',
  about: 'crashes at 14 points × 10 outcomes × 3 kinds of shopper',
  details: `Crashes a process at each of 14 points of a payment, with each of 10 outcomes at the processor and 3 kinds of shopper:
420 cases, each over real PostgreSQL, each judged by the oracle at rest. With --of holds it crashes at each of 5 points of a
capture and a release, with 5 of the simulator's payers and 3 kinds of merchant: 75 cases, without the choice of a processor.`,
  options: Options,
  notes: `${UNKINDNESSES_NOTE}
Some of them keep a process from its point: such cases are counted, and each point must be reached in another case or seed.
Exits with 1 when a promise broke, or a process did not crash at its point. DATABASE_URL names a PostgreSQL to use.`,
  run: ({ seed, ...options }, output) =>
    MATRICES[options.of]({ ...options, seed: seed % SEED_MAX }, output),
})

const MATRICES = { payments: runMatrix, holds: crashHolds }

async function crashHolds(options: z.output<typeof Options>, output: Output): Promise<Verdict> {
  const worlds = await openWorlds()
  try {
    return await runHoldMatrix(worlds, options, output)
  } finally {
    await worlds.close()
  }
}

async function runMatrix(
  { seed, seeds, jobs, only, processor, unkind }: z.output<typeof Options>,
  output: Output,
): Promise<Verdict> {
  const cases = casesOf(only)
  const unkindnesses = allowedOf({ processor, unkind }, seed)
  const badDays = badDaysOf({ processor, unkind })
  const adyenDays = adyenDaysOf({ processor, unkind })
  const choice = processor === 'simulated' ? '' : choiceText({ processor, unkind })
  const worlds = await openWorlds()
  const progress = output.progress(cases.length * seeds, 'cases')
  const coverage = createCoverage(WANTED_IN_MATRIX)
  const waiting = Array.from({ length: seeds }, (_, index) => seed + index).flatMap((seed) =>
    cases.map((given) => ({ given, seed })),
  )
  const verdicts = new Map<Case, CaseVerdict>()
  const reached = new Set<Case>()
  const failed: { case: string; seed: number; violations: CaseResult['violations'] }[] = []
  const total = { ran: 0, notReached: 0, prevented: 0, impossible: 0, slowestMs: 0 }
  const preventedBy: Record<string, number> = {}

  async function job(): Promise<void> {
    const world = await worlds.open()
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { given, seed } = next
      const startedMs = performance.now()
      const result = await runCase(world, given, seedOf(given, seed), {
        unkindnesses,
        badDays,
        adyenDays,
      })
      total.slowestMs = Math.max(total.slowestMs, Math.round(performance.now() - startedMs))
      progress.advance()
      coverage.add(result.sightings)
      total.ran += 1
      const verdict = verdictOf(given, result, adyenDays !== undefined)
      verdicts.set(given, worse(verdicts.get(given), verdict))
      if (result.reached) reached.add(given)
      if (verdict === 'impossible') total.impossible += 1
      if (verdict === 'missed') total.notReached += 1
      if (verdict === 'prevented') {
        total.prevented += 1
        const script = result.unkindnesses.join(' + ')
        preventedBy[script] = (preventedBy[script] ?? 0) + 1
      }
      if (verdict !== 'broken') continue
      failed.push({ case: nameOf(given), seed, violations: result.violations })
      output.print(failureText(given, seed, result, choice))
    }
    await worlds.drop(world)
  }

  try {
    await Promise.all(Array.from({ length: Math.min(jobs, waiting.length) }, job))
  } finally {
    await worlds.close()
  }
  const seconds = Number(progress.seconds().toFixed(1))
  const unreached = unreachedPoints(cases, reached, adyenDays !== undefined)
  const summary = { seed, seeds, ...total, preventedBy, unreached, seconds, failed }
  return {
    held: failed.length === 0 && total.notReached === 0 && unreached.length === 0,
    summary: { ...summary, coverage: coverage.counts() },
    text: matrixTable(cases, verdicts) + coverageText(coverage) + summaryText(summary),
  }
}

function failureText(
  given: Case,
  seed: number,
  { violations }: CaseResult,
  choice: string,
): string {
  const name = nameOf(given)
  return [
    `${name}, seed ${seed}:`,
    ...violations.map(violationText),
    `  again: npm run prove -- matrix --only "${name}" --seed ${seed}${choice}\n`,
  ].join('\n')
}

interface Summary {
  seed: number
  ran: number
  notReached: number
  prevented: number
  impossible: number
  slowestMs: number
  preventedBy: Record<string, number>
  unreached: string[]
  seconds: number
  failed: unknown[]
}

function summaryText(summary: Summary): string {
  const { seed, ran, seconds, slowestMs, impossible, notReached, prevented, failed } = summary
  const scripts = Object.entries(summary.preventedBy).map(
    ([script, times]) => `  ${times} not reached because of the processor's script: ${script}\n`,
  )
  const points = summary.unreached.map((point) => `  ${point} was reached in no case and seed\n`)
  const verdict = failed.length === 0 ? unbroken(ran) : `${failed.length} broke a promise`
  const missed = `${impossible} impossible, ${notReached} not reached, ${prevented} not reached because of the processor's script`
  return `${scripts.join('')}${points.join('')}${ran} cases from seed ${seed}, ${seconds} s, the slowest ${slowestMs} ms; ${missed}: ${verdict}\n`
}
