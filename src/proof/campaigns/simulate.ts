import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { coverageText, createCoverage, type Wanted } from './coverage/coverage.ts'
import { WANTED_IN_SIMULATION, WANTED_WITH_ADYEN, WANTED_WITH_BANK } from './coverage/wanted.ts'
import { campaign, type Verdict } from './frame/campaign.ts'
import { countUnlessMinutes, jobs, minutes, SCHEDULES_MAX, seed, trace } from './frame/options.ts'
import type { Output } from './frame/output.ts'
import { unbroken, violationText } from './frame/verdict-text.ts'
import {
  adyenDaysOf,
  allowedOf,
  badDaysOf,
  choiceText,
  MIXED_PROCESSOR_OPTION,
  UNKIND_OPTION,
  UNKINDNESSES_NOTE,
} from './scripted/options.ts'
import type { ScheduleResult } from './simulation/run-schedule.ts'
import { startThread, type ScheduleThread } from './simulation/start-thread.ts'
import { startWorldServer } from './simulation/worlds.ts'

const SCHEDULES = 1000
/** Twice the cores: while one schedule waits for PostgreSQL, another computes. */
const JOBS = 2 * availableParallelism()
const FAILURES_MAX = 10

const Options = z.object({
  schedules: countUnlessMinutes(SCHEDULES, SCHEDULES_MAX, 'how many'),
  processor: MIXED_PROCESSOR_OPTION,
  unkind: UNKIND_OPTION,
  minutes: minutes('no new schedule after so long'),
  seed: seed('of the first; the next ones count on'),
  jobs: jobs(
    JOBS,
    'schedules at once, each in a thread and a database of its own; two for each core',
  ),
  trace: trace('write out every step'),
})

export const simulate = campaign({
  name: 'simulate',
  about: 'seeded schedules over real PostgreSQL on all cores; a seed repeats step by step',
  details: `Deterministic simulation: runs the product in this process, over real PostgreSQL; a seed drives clock, randomness and network.`,
  options: Options,
  notes: `${UNKINDNESSES_NOTE}
A schedule that breaks a promise is printed with its seed, the rows that show it, and how to run it again alone.
Exits with 1 when there was one. DATABASE_URL names a PostgreSQL to use instead of one of its own.`,
  async run({ minutes, ...options }, output) {
    const schedules = options.schedules ?? (minutes === undefined ? SCHEDULES : SCHEDULES_MAX)
    const server = await startWorldServer()
    const jobs = Math.min(options.jobs, schedules)
    const threads = Array.from({ length: jobs }, () => startThread(server))
    try {
      return await runSchedules(threads, { ...options, schedules, minutes }, output)
    } finally {
      await Promise.all(threads.map((thread) => thread.terminate()))
      await server.stop()
    }
  },
})

const WANTED_AT: Partial<Record<string, Wanted>> = {
  'api-pix': WANTED_WITH_BANK,
  adyen: WANTED_WITH_ADYEN,
}

async function runSchedules(
  threads: readonly ScheduleThread[],
  {
    seed,
    schedules,
    minutes,
    trace,
    processor,
    unkind,
  }: z.output<typeof Options> & { schedules: number },
  output: Output,
): Promise<Verdict> {
  const progress = output.progress(schedules, 'schedules', minutes)
  const failed: ScheduleResult[] = []
  const coverage = createCoverage(WANTED_AT[processor] ?? WANTED_IN_SIMULATION)
  const chosen = { processor, unkind }
  let next = 0
  let steps = 0
  let last: ScheduleResult | undefined

  async function job(thread: ScheduleThread): Promise<void> {
    while (next < schedules && !progress.isOver() && failed.length < FAILURES_MAX) {
      const own = seed + next++
      const result = await thread.run({
        seed: own,
        unkindnesses: allowedOf(chosen, own),
        badDays: badDaysOf(chosen),
        adyenDays: adyenDaysOf(chosen),
      })
      progress.advance()
      steps += result.steps
      coverage.add(result.sightings)
      last = result
      if (trace) process.stderr.write(`${result.trace.join('\n')}\n`)
      if (result.violations.length === 0) continue
      failed.push(result)
      output.print(failureText(result, choiceText(chosen)))
    }
    await thread.end()
  }

  await Promise.all(threads.map(job))
  const summary = {
    seed,
    schedules: progress.done(),
    steps,
    seconds: Number(progress.seconds().toFixed(1)),
    schedulesPerSecond: Number(progress.rate()),
    failed: failed.map(({ seed, hash, violations }) => ({ seed, hash, violations })),
    coverage: coverage.counts(),
  }
  return {
    held: failed.length === 0,
    summary,
    text: coverageText(coverage) + summaryText(summary, last),
  }
}

function failureText({ seed, hash, violations }: ScheduleResult, choice: string): string {
  return [
    `seed ${seed}, hash ${hash}:`,
    ...violations.map(violationText),
    `  again: npm run prove -- simulate --seed ${seed} --schedules 1${choice} --trace\n`,
  ].join('\n')
}

interface Summary {
  seed: number
  schedules: number
  steps: number
  seconds: number
  schedulesPerSecond: number
  failed: unknown[]
}

function summaryText(
  { seed, schedules, steps, seconds, schedulesPerSecond, failed }: Summary,
  last: ScheduleResult | undefined,
): string {
  const verdict = failed.length === 0 ? unbroken(schedules) : `${failed.length} broke a promise`
  const hash = schedules === 1 && last !== undefined ? `, hash ${last.hash}` : ''
  return `${schedules} schedules from seed ${seed}, ${steps} steps, ${seconds} s, ${schedulesPerSecond} a second${hash}: ${verdict}\n`
}
