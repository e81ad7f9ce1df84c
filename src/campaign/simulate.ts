import { runScript } from '../cli/run-script.ts'
import { coverageText, createCoverage } from './coverage/coverage.ts'
import { readMoves, RECORD_MOVES } from './coverage/moves.ts'
import { WANTED_IN_SIMULATION } from './coverage/wanted.ts'
import type { CampaignOptions } from './options.ts'
import { helpText, readCampaignOptions } from './options.ts'
import { createProgress, unbroken, violationText } from './report.ts'
import { runSchedule, type ScheduleResult } from './simulation/run-schedule.ts'
import type { World } from './simulation/world.ts'
import { openWorlds } from './simulation/worlds.ts'

const DEFAULTS = { schedules: 1000, jobs: 4 }
const FAILURES_MAX = 10

await runScript({
  help: helpText(
    'Runs the rules of the product in this process, over real PostgreSQL, with clock, chance and network in the hands of a seed.',
    'campaign:simulate',
    DEFAULTS,
  ),
  readOptions: (args) => readCampaignOptions(args, DEFAULTS),
  run,
})

async function run(options: CampaignOptions): Promise<void> {
  const { seed, schedules, json } = options
  const worlds = await openWorlds()
  const progress = createProgress(schedules, { silent: json, what: 'schedules' })
  const seeds = Array.from({ length: schedules }, (_, index) => seed + index)
  const failed: ScheduleResult[] = []
  const coverage = createCoverage(WANTED_IN_SIMULATION)
  let steps = 0
  let last: ScheduleResult | undefined

  async function job(): Promise<void> {
    let world = await worlds.open(RECORD_MOVES)
    for (let next = seeds.shift(); next !== undefined; next = seeds.shift()) {
      const result = await runSchedule(world, next)
      progress.advance()
      steps += result.steps
      coverage.add(result.sightings)
      last = result
      if (options.trace) process.stderr.write(`${result.trace.join('\n')}\n`)
      if (result.violations.length === 0) continue
      failed.push(result)
      if (!json) process.stdout.write(failureText(result))
      if (failed.length >= FAILURES_MAX) seeds.length = 0
      world = await replace(world)
    }
    await close(world)
  }

  async function close(world: World): Promise<void> {
    coverage.add(await readMoves((text, values) => world.observe(text, values)))
    await worlds.drop(world)
  }

  /** What a violation has left behind is no concern of the next schedule. */
  async function replace(world: World): Promise<World> {
    await close(world)
    return worlds.open(RECORD_MOVES)
  }

  try {
    await Promise.all(Array.from({ length: Math.min(options.jobs, schedules) }, job))
  } finally {
    await worlds.close()
  }
  const summary = {
    seed,
    schedules,
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
