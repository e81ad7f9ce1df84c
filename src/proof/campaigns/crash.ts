import { z } from 'zod'
import type { Violation } from '../oracle/violation.ts'
import { coverageText, createCoverage } from './coverage/coverage.ts'
import { takeMoves } from './coverage/moves.ts'
import { sightingsOf, type Sighting } from './coverage/sightings.ts'
import { WANTED_IN_CRASHES } from './coverage/wanted.ts'
import { runBatch } from './crash/run-batch.ts'
import { openCrashStage, type CrashStage } from './crash/stage.ts'
import { campaign } from './frame/campaign.ts'
import { SCHEDULES_MAX, seed, trace } from './frame/options.ts'
import { unbroken, violationText } from './frame/verdict-text.ts'
import { createDice } from './shared/dice.ts'

/** The oracle judges once per batch: coming to rest takes as long as a dozen schedules. */
const BATCH = 20
/** Keep-alive connections of clients stay open for some seconds after their last use. */
const ENDS_WITHIN_MS = 15_000

export const crash = campaign({
  name: 'crash',
  about: 'two real processes: kill -9 of them and of PostgreSQL, broken connections',
  details: `Runs two processes of the product with one PostgreSQL, kills them, and breaks the connections between them. --seed chooses the
faults and their times; real processes are not deterministic, so a seed need not repeat itself.`,
  options: z.object({
    schedules: z.int().min(1).max(SCHEDULES_MAX).default(100).describe('how many'),
    seed: seed('of the first; the next ones count on'),
    trace: trace('write out every fault'),
  }),
  notes: 'Exits with 1 when a schedule broke a promise; the rows that show it are printed.',
  async run({ seed, schedules, trace }, output) {
    const stage = await openCrashStage(createDice(seed))
    const progress = output.progress(schedules, 'schedules')
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
    setTimeout(reportOpenResources, ENDS_WITHIN_MS).unref()
    return {
      held: violations.length === 0,
      summary,
      text: coverageText(coverage) + summaryText(summary),
    }
  },
})

async function sightingsInBooks({ observer, witnesses }: CrashStage): Promise<Sighting[]> {
  const moves = await takeMoves(async (text) => (await observer.query(text)).rows)
  return [...moves, ...sightingsOf({ ...witnesses, attempts: [] }, [])]
}

/** Reports what keeps the process alive after everything was closed: a fault, but it must not block a nightly run. */
function reportOpenResources(): void {
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
