import { z } from 'zod'
import { openCrashStage } from './crash/stage.ts'
import { campaign } from './frame/campaign.ts'
import { isFair, runRace, type RaceResult } from './race/run-race.ts'
import { startBankOfPix } from './api-pix/start-bank.ts'
import { openBank } from './scripted/open-bank.ts'
import { allowedOf, PROCESSOR_OR_BANK_OPTION, UNKIND_OPTION } from './scripted/options.ts'
import { createDice } from './shared/dice.ts'

export const race = campaign({
  name: 'race',
  about: 'fifty payments of one session at once, at two processes',
  details: `Pays one session many times at the same moment, over HTTP at two processes with one PostgreSQL: all but the
last byte of each request is sent, then all last bytes. Each session must be charged once, by the processor's own ledger.`,
  options: z.object({
    processor: PROCESSOR_OR_BANK_OPTION,
    unkind: UNKIND_OPTION,
    sessions: z.int().min(1).max(1_000_000).default(100).describe('one after the other'),
    atOnce: z
      .int()
      .min(2)
      .max(1000)
      .default(50)
      .describe('payments of each, a fifth of them with a reused idempotency key'),
  }),
  notes:
    'Exits with 1 when a session was not charged once, or a payment got another response than the result or a 409.',
  async run({ sessions, atOnce, processor, unkind }, output) {
    const allowed = allowedOf({ processor, unkind }, 0)
    const bank =
      processor === 'api-pix'
        ? await startBankOfPix(0, unkind)
        : allowed && (await openBank(0, allowed))
    const stage = await openCrashStage(createDice(0), { bank })
    const progress = output.progress(sessions, 'sessions')
    const answers: Record<string, number> = {}
    const unfair: RaceResult[] = []
    let charges = 0
    try {
      for (let number = 0; number < sessions; number++) {
        const result = await runRace(stage, `race-${number}`, atOnce)
        charges += result.charges
        for (const [answer, times] of Object.entries(result.answers))
          answers[answer] = (answers[answer] ?? 0) + times
        if (!isFair(result)) unfair.push(result)
        progress.advance()
      }
    } finally {
      await stage.close()
    }
    const seconds = Number(progress.seconds().toFixed(1))
    const summary = { sessions, atOnce, charges, answers, seconds, unfair }
    return { held: unfair.length === 0, summary, text: summaryText(summary) }
  },
})

interface Summary {
  sessions: number
  atOnce: number
  charges: number
  answers: Record<string, number>
  seconds: number
  unfair: RaceResult[]
}

function summaryText({ sessions, atOnce, charges, answers, seconds, unfair }: Summary): string {
  const texts = Object.entries(answers).map(([answer, times]) => `  ${times} × ${answer}`)
  const lines = unfair.map((result) => {
    const fault = result.charges === 1 ? 'answered otherwise' : 'not charged once'
    return `  ${fault}: ${JSON.stringify(result)}`
  })
  return `${sessions} sessions with ${atOnce} payments at once, ${charges} charges, ${seconds} s\n${[...texts, ...lines].join('\n')}\n`
}
