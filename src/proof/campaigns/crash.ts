import { runScript } from '../../cli/run-script.ts'
import type { Violation } from '../oracle/violation.ts'
import { coverageText, createCoverage } from './coverage/coverage.ts'
import { takeMoves } from './coverage/moves.ts'
import { sightingsOf, type Sighting } from './coverage/sightings.ts'
import { WANTED_IN_CRASHES } from './coverage/wanted.ts'
import { runBatch } from './crash/run-batch.ts'
import { openCrashStage, type CrashStage } from './crash/stage.ts'
import { createDice } from './shared/dice.ts'
import { helpText, readCampaignOptions, type CampaignOptions } from './options.ts'
import { createProgress, unbroken, violationText } from './frame/report.ts'

const DEFAULTS = { schedules: 100, jobs: 1 }
/** Schedules after which everything comes to rest and the oracle judges: rest takes as long as a dozen schedules. */
const BATCH = 20
/** Connections of clients are kept for some seconds after their last use. */
const ENDS_WITHIN_MS = 15_000

await runScript({
  help: helpText(
    'Runs two processes of the product with one PostgreSQL, kills them, and breaks the lines between them.\n--seed chooses what breaks and when; what real processes make of it is theirs, so a seed need not repeat itself.',
    'campaign:crash',
    DEFAULTS,
  ),
  readOptions: (args) => readCampaignOptions(args, DEFAULTS),
  run,
})

async function run({ seed, schedules, json, trace }: CampaignOptions): Promise<void> {
  const stage = await openCrashStage(createDice(seed))
  const progress = createProgress(schedules, { silent: json, what: 'schedules' })
  const faults: Record<string, number> = {}
  const coverage = createCoverage(WANTED_IN_CRASHES)
  let violations: Violation[] = []
  let done = 0
  try {
    while (done < schedules && violations.length === 0) {
      const seeds = Array.from(
        { length: Math.min(BATCH, schedules - done) },
        (_, index) => seed + done + index,
      )
      violations = await runBatch(stage, seeds, (seed, fault) => {
        faults[fault] = (faults[fault] ?? 0) + 1
        if (trace) process.stderr.write(`seed ${seed}: ${fault}\n`)
        progress.advance()
      })
      done += seeds.length
    }
    coverage.add(await sightingsInBooks(stage))
  } finally {
    await stage.close()
  }
  const requests = stage.witnesses.exchanges.length
  const notifications = stage.witnesses.received.length
  const seconds = Number(progress.seconds().toFixed(1))
  const summary = {
    seed,
    schedules: done,
    seconds,
    requests,
    notifications,
    faults,
    violations,
    coverage: coverage.counts(),
  }
  const text = json
    ? `${JSON.stringify(summary, null, 2)}\n`
    : coverageText(coverage) + summaryText(summary)
  process.stdout.write(text)
  if (violations.length > 0) process.exitCode = 1
  setTimeout(tellWhatIsOpen, ENDS_WITHIN_MS).unref()
}

async function sightingsInBooks({ observer, witnesses }: CrashStage): Promise<Sighting[]> {
  const moves = await takeMoves(async (text) => (await observer.query(text)).rows)
  return [...moves, ...sightingsOf({ ...witnesses, attempts: [] }, [])]
}

/** Everything is closed by now: what still holds the process is a fault, which must not hold a night's run. */
function tellWhatIsOpen(): void {
  process.stderr.write(`still open: ${process.getActiveResourcesInfo().join(', ')}\n`)
  process.exit(1)
}

interface Summary {
  seed: number
  schedules: number
  seconds: number
  requests: number
  notifications: number
  faults: Record<string, number>
  violations: Violation[]
}

function summaryText({
  seed,
  schedules,
  seconds,
  requests,
  notifications,
  faults,
  violations,
}: Summary): string {
  const broken = Object.entries(faults).map(([name, times]) => `  ${times} × ${name}`)
  const verdict =
    violations.length === 0
      ? unbroken(schedules)
      : `${violations.length} violations\n${violations.map(violationText).join('\n')}`
  return `${schedules} schedules from seed ${seed}, ${seconds} s, ${requests} requests, ${notifications} notifications\n${broken.join('\n')}\n${verdict}\n`
}
