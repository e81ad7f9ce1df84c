import { runScript } from '../cli/run-script.ts'
import type { Violation } from '../oracle/violation.ts'
import { runBatch } from './crash/run-batch.ts'
import { openCrashStage } from './crash/stage.ts'
import { createDice } from './dice.ts'
import { helpText, readCampaignOptions, type CampaignOptions } from './options.ts'
import { createProgress, unbroken, violationText } from './report.ts'

const DEFAULTS = { schedules: 100, jobs: 1 }
/** Schedules after which everything comes to rest and the oracle judges: rest takes as long as a dozen schedules. */
const BATCH = 20

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
  } finally {
    await stage.close()
  }
  const requests = stage.witnesses.exchanges.length
  const notifications = stage.witnesses.received.length
  const seconds = Number(progress.seconds().toFixed(1))
  const summary = { seed, schedules: done, seconds, requests, notifications, faults, violations }
  const text = json ? `${JSON.stringify(summary, null, 2)}\n` : summaryText(summary)
  // A line that was cut may leave a socket behind which nobody waits for.
  process.stdout.write(text, () => process.exit(violations.length > 0 ? 1 : 0))
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
