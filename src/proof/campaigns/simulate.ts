import { runScript } from '../../cli/run-script.ts'
import { coverageText, createCoverage } from './coverage/coverage.ts'
import { WANTED_IN_SIMULATION } from './coverage/wanted.ts'
import { createProgress, unbroken, violationText } from './frame/report.ts'
import {
  readSimulationOptions,
  SIMULATION_HELP,
  type SimulationOptions,
} from './simulation/options.ts'
import type { ScheduleResult } from './simulation/run-schedule.ts'
import { startThread, type ScheduleThread } from './simulation/start-thread.ts'
import { startWorldServer } from './simulation/worlds.ts'

const FAILURES_MAX = 10

await runScript({ help: SIMULATION_HELP, readOptions: readSimulationOptions, run })

async function run(options: SimulationOptions): Promise<void> {
  const server = await startWorldServer()
  const jobs = Math.min(options.jobs, options.schedules)
  const threads = Array.from({ length: jobs }, () => startThread(server))
  try {
    await simulate(threads, options)
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()))
    await server.stop()
  }
}

async function simulate(
  threads: readonly ScheduleThread[],
  { seed, schedules, minutes, json, trace }: SimulationOptions,
): Promise<void> {
  const progress = createProgress(schedules, { silent: json, what: 'schedules', minutes })
  const failed: ScheduleResult[] = []
  const coverage = createCoverage(WANTED_IN_SIMULATION)
  let next = 0
  let steps = 0
  let last: ScheduleResult | undefined

  async function job(thread: ScheduleThread): Promise<void> {
    while (next < schedules && !progress.isOver() && failed.length < FAILURES_MAX) {
      const result = await thread.run(seed + next++)
      progress.advance()
      steps += result.steps
      coverage.add(result.sightings)
      last = result
      if (trace) process.stderr.write(`${result.trace.join('\n')}\n`)
      if (result.violations.length === 0) continue
      failed.push(result)
      if (!json) process.stdout.write(failureText(result))
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
  if (json) process.stdout.write(`${JSON.stringify(summary, null, 2)}\n`)
  else process.stdout.write(coverageText(coverage) + summaryText(summary, last))
  if (failed.length > 0) process.exitCode = 1
}

function failureText({ seed, hash, violations }: ScheduleResult): string {
  return [
    `seed ${seed}, hash ${hash}:`,
    ...violations.map(violationText),
    `  again: npm run campaign:simulate -- --seed ${seed} --schedules 1 --trace\n`,
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
