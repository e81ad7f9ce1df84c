import { z } from 'zod'
import type { Violation } from '../oracle/violation.ts'
import { coverageText, createCoverage } from './coverage/coverage.ts'
import { takeMoves } from './coverage/moves.ts'
import { metAtAdyen, metAtBank, sightingsOf, type Sighting } from './coverage/sightings.ts'
import {
  BOOKED_ON_TOP,
  WANTED_IN_CRASHES,
  WANTED_IN_CRASHES_AT_ADYEN,
  WANTED_IN_CRASHES_AT_BANK,
} from './coverage/wanted.ts'
import { runBatch } from './crash/run-batch.ts'
import { startBadAdyen } from './adyen/start-adyen.ts'
import { openCrashStage, type CrashStage } from './crash/stage.ts'
import { startBadBankOfPix } from './api-pix/start-bad-bank.ts'
import { campaign } from './frame/campaign.ts'
import { SCHEDULES_MAX, seed, trace } from './frame/options.ts'
import { unbroken, violationText } from './frame/verdict-text.ts'
import { openBank, type RunningBank } from './scripted/open-bank.ts'
import {
  adyenDaysOf,
  allowedOf,
  ANY_PROCESSOR_OPTION,
  badDaysOf,
  UNKIND_OPTION,
  UNKINDNESSES_NOTE,
} from './scripted/options.ts'
import { createDice } from './shared/dice.ts'

/** The oracle judges once per batch: coming to rest takes as long as a dozen schedules. */
const BATCH = 20
/** Keep-alive connections of clients stay open for some seconds after their last use. */
const ENDS_WITHIN_MS = 15_000

const WANTED = {
  simulated: WANTED_IN_CRASHES,
  scripted: WANTED_IN_CRASHES,
  'api-pix': WANTED_IN_CRASHES_AT_BANK,
  adyen: WANTED_IN_CRASHES_AT_ADYEN,
}

export const crash = campaign({
  name: 'crash',
  about: 'two real processes: kill -9 of them and of PostgreSQL, broken connections',
  details: `Runs two processes of the product with one PostgreSQL, kills them, and breaks the connections between them. --seed chooses the
faults and their times; real processes are not deterministic, so a seed need not repeat itself. At a bank of API Pix a process is
killed three times or twice in each schedule, and the seed also chooses the bank's bad days and what payers do. At Adyen cards
are held and captured, and the seed chooses its bad days.`,
  options: z.object({
    schedules: z.int().min(1).max(SCHEDULES_MAX).default(100).describe('how many'),
    seed: seed('of the first; the next ones count on'),
    processor: ANY_PROCESSOR_OPTION,
    unkind: UNKIND_OPTION,
    trace: trace('write out every fault'),
  }),
  notes: `${UNKINDNESSES_NOTE}
Exits with 1 when a schedule broke a promise; the rows that show it are printed.`,
  async run({ seed, schedules, trace, processor, unkind }, output) {
    const bank = await openChosenBank({ processor, unkind }, seed)
    const stage = await openCrashStage(createDice(seed), { bank })
    const progress = output.progress(schedules, 'schedules')
    const faults: Record<string, number> = {}
    const coverage = createCoverage(WANTED[processor])
    let violations: Violation[] = []
    let done = 0
    try {
      while (done < schedules && violations.length === 0) {
        const seeds = Array.from(
          { length: Math.min(BATCH, schedules - done) },
          (_, index) => seed + done + index,
        )
        violations = await runBatch(stage, seeds, (seed, injected, met) => {
          for (const fault of injected) faults[fault] = (faults[fault] ?? 0) + 1
          coverage.add(processor === 'adyen' ? metAtAdyen(met) : metAtBank(met))
          if (trace) process.stderr.write(`seed ${seed}: ${[...injected, ...met].join(', ')}\n`)
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
      webhooks: bank?.payers?.accepted() ?? 0,
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

async function openChosenBank(
  chosen: Parameters<typeof allowedOf>[0],
  seed: number,
): Promise<RunningBank | undefined> {
  const adyenDays = adyenDaysOf(chosen)
  if (adyenDays !== undefined) return startBadAdyen(seed, adyenDays)
  const badDays = badDaysOf(chosen)
  if (badDays !== undefined) return startBadBankOfPix(seed, badDays)
  const allowed = allowedOf(chosen, seed)
  return allowed && openBank(seed, allowed)
}

async function sightingsInBooks({ observer, witnesses, bank }: CrashStage): Promise<Sighting[]> {
  const moves = await takeMoves(async (text) => (await observer.query(text)).rows)
  const { rowCount } = await observer.query('select from payments where surplus_of is not null')
  return [
    ...moves,
    ...sightingsOf({ ...witnesses, attempts: [] }, []),
    ...(bank?.payers === undefined
      ? []
      : [{ subject: 'at the bank', name: BOOKED_ON_TOP, times: rowCount ?? 0 } as const]),
  ]
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
  /** Webhooks of a bank with payers that the processes accepted. */
  webhooks: number
  faults: Record<string, number>
  violations: Violation[]
}

function summaryText({
  seed,
  schedules,
  seconds,
  requests,
  notifications,
  webhooks,
  faults,
  violations,
}: Summary): string {
  const broken = Object.entries(faults).map(([name, times]) => `  ${times} × ${name}`)
  const fromBank = webhooks > 0 ? `, ${webhooks} webhooks of the bank` : ''
  const verdict =
    violations.length === 0
      ? unbroken(schedules)
      : `${violations.length} violations\n${violations.map(violationText).join('\n')}`
  return `${schedules} schedules from seed ${seed}, ${seconds} s, ${requests} requests, ${notifications} notifications${fromBank}\n${broken.join('\n')}\n${verdict}\n`
}
