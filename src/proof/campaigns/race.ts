import { z } from 'zod'
import { openCrashStage } from './crash/stage.ts'
import { createDatabase, dropDatabase, startTestServer } from '../testing/test-server.ts'
import type { Violation } from '../oracle/violation.ts'
import { campaign, type Verdict } from './frame/campaign.ts'
import type { Output } from './frame/output.ts'
import { violationText } from './frame/verdict-text.ts'
import { isEnded, openLinkStage, runLinkRace, type LinkRaceResult } from './race/run-link-race.ts'
import { isAnsweredWell, runHoldRaces, UNLIMITED } from './race/run-hold-race.ts'
import { isFair, runRace, type RaceResult } from './race/run-race.ts'
import { startAdyen } from './adyen/start-adyen.ts'
import { startBankOfPix } from './api-pix/start-bank.ts'
import { openBank, type RunningBank } from './scripted/open-bank.ts'
import { allowedOf, ANY_PROCESSOR_OPTION, UNKIND_OPTION } from './scripted/options.ts'
import { createDice } from './shared/dice.ts'

const Options = z.object({
  of: z
    .enum(['payments', 'links', 'holds'])
    .default('payments')
    .describe(
      'what races: payments of one session, links of the dashboard against the end of their maker, or captures and releases of one hold',
    ),
  processor: ANY_PROCESSOR_OPTION,
  unkind: UNKIND_OPTION,
  sessions: z
    .int()
    .min(1)
    .max(1_000_000)
    .default(100)
    .describe('one after the other; of links: makers'),
  atOnce: z
    .int()
    .min(2)
    .max(1000)
    .optional()
    .describe(
      'payments of each, a fifth of them with a reused idempotency key; of links: browsers; default: 50, of holds 12',
    ),
})

export const race = campaign({
  name: 'race',
  about: 'fifty payments of one session at once, at two processes',
  details: `Pays one session many times at the same moment, over HTTP at two processes with one PostgreSQL: all but the
last byte of each request is sent, then all last bytes. Each session must be charged once, by the processor's own ledger.
With --of links an admin makes an invitation and a recovery link, which many browsers open at two dashboards with one
PostgreSQL at the moment when a colleague disables the admin: nobody may be signed in afterwards. With --of holds a hold is
captured, released, refunded, canceled and ended by many requests at once, and the oracle judges the books at rest.`,
  options: Options,
  notes:
    'Exits with 1 when a session was not charged once, or a payment got another response than the result or a 409; of links, when somebody is in; of holds, when a promise broke.',
  run: ({ atOnce, ...options }, output) =>
    RACES[options.of]({ ...options, atOnce: atOnce ?? AT_ONCE[options.of] }, output),
})

const AT_ONCE = { payments: 50, links: 50, holds: 12 }
const RACES = { payments: racePayments, links: raceLinks, holds: raceHolds }
type RaceOptions = z.output<typeof Options> & { atOnce: number }
/** The oracle judges once per batch, whose holds are of one time. */
const BATCH = 6

async function raceHolds({ sessions, atOnce }: RaceOptions, output: Output): Promise<Verdict> {
  const stage = await openCrashStage(createDice(0), { variables: UNLIMITED })
  const progress = output.progress(sessions, 'holds')
  const answers: Record<string, number> = {}
  const violations: Violation[] = []
  let isWell = true
  try {
    for (let first = 0; first < sessions && violations.length === 0; first += BATCH) {
      const seeds = Array.from(
        { length: Math.min(BATCH, sessions - first) },
        (_, index) => first + index,
      )
      const result = await runHoldRaces(stage, seeds, atOnce)
      progress.advance(seeds.length)
      count(answers, result)
      violations.push(...result.violations)
      isWell &&= isAnsweredWell(result)
    }
  } finally {
    await stage.close()
  }
  const seconds = Number(progress.seconds().toFixed(1))
  const lines = [
    `${sessions} holds with ${atOnce} requests at once, ${seconds} s`,
    ...answerLines(answers),
    ...violations.map(violationText),
  ]
  const summary = { sessions, atOnce, answers, seconds, violations }
  return {
    held: violations.length === 0 && isWell,
    summary,
    text: `${lines.join('\n')}\n`,
  }
}

async function racePayments(
  { sessions, atOnce, processor, unkind }: RaceOptions,
  output: Output,
): Promise<Verdict> {
  const bank = await openChosenBank({ processor, unkind })
  const stage = await openCrashStage(createDice(0), { bank })
  const progress = output.progress(sessions, 'sessions')
  const answers: Record<string, number> = {}
  const unfair: RaceResult[] = []
  let charges = 0
  try {
    for (let number = 0; number < sessions; number++) {
      const result = await runRace(stage, `race-${number}`, atOnce)
      charges += result.charges
      count(answers, result)
      if (!isFair(result)) unfair.push(result)
      progress.advance()
    }
  } finally {
    await stage.close()
  }
  const seconds = Number(progress.seconds().toFixed(1))
  const summary = { sessions, atOnce, charges, answers, seconds, unfair }
  return { held: unfair.length === 0, summary, text: summaryText(summary) }
}

async function openChosenBank(
  chosen: Pick<RaceOptions, 'processor' | 'unkind'>,
): Promise<RunningBank | undefined> {
  if (chosen.processor === 'api-pix') return startBankOfPix(0, chosen.unkind)
  if (chosen.processor === 'adyen') return startAdyen(0, chosen.unkind)
  const allowed = allowedOf(chosen, 0)
  return allowed && openBank(0, allowed)
}

async function raceLinks(
  { sessions: makers, atOnce }: RaceOptions,
  output: Output,
): Promise<Verdict> {
  const server = await startTestServer(process.env['DATABASE_URL'])
  const name = `checkout_race_${process.pid}`
  const progress = output.progress(makers, 'makers')
  const answers: Record<string, number> = {}
  const notEnded: LinkRaceResult[] = []
  try {
    const stage = await openLinkStage(await createDatabase(server, name))
    for (let number = 0; number < makers; number++) {
      const result = await runLinkRace(stage, number, atOnce)
      count(answers, result)
      if (!isEnded(result)) notEnded.push(result)
      progress.advance()
    }
    await stage.close()
    await dropDatabase(server, name)
  } finally {
    await server.stop()
  }
  const seconds = Number(progress.seconds().toFixed(1))
  const lines = [
    `${makers} makers with ${atOnce} browsers at once, ${seconds} s`,
    ...answerLines(answers),
    ...notEnded.map((result) => `  not ended: ${JSON.stringify(result)}`),
  ]
  const summary = { makers, atOnce, answers, seconds, notEnded }
  return { held: notEnded.length === 0, summary, text: `${lines.join('\n')}\n` }
}

function count(
  answers: Record<string, number>,
  result: { answers: Readonly<Record<string, number>> },
): void {
  for (const [answer, times] of Object.entries(result.answers))
    answers[answer] = (answers[answer] ?? 0) + times
}

interface Summary {
  sessions: number
  atOnce: number
  charges: number
  answers: Record<string, number>
  seconds: number
  unfair: RaceResult[]
}

function summaryText({ sessions, atOnce, charges, answers, seconds, unfair }: Summary): string {
  const lines = unfair.map((result) => {
    const fault = result.charges === 1 ? 'answered otherwise' : 'not charged once'
    return `  ${fault}: ${JSON.stringify(result)}`
  })
  return `${sessions} sessions with ${atOnce} payments at once, ${charges} charges, ${seconds} s\n${[...answerLines(answers), ...lines].join('\n')}\n`
}

function answerLines(answers: Readonly<Record<string, number>>): string[] {
  return Object.entries(answers).map(([answer, times]) => `  ${times} × ${answer}`)
}
