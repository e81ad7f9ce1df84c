import { runScript } from '../../cli/run-script.ts'
import { openCrashStage } from './crash/stage.ts'
import { createDice } from './shared/dice.ts'
import { raceHelp, readRaceOptions, type RaceOptions } from './race/options.ts'
import { isFair, runRace, type RaceResult } from './race/run-race.ts'
import { createProgress } from './frame/report.ts'

await runScript({ help: raceHelp(), readOptions: readRaceOptions, run })

async function run({ sessions, atOnce, json }: RaceOptions): Promise<void> {
  const stage = await openCrashStage(createDice(0))
  const progress = createProgress(sessions, { silent: json, what: 'sessions' })
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
  process.stdout.write(json ? `${JSON.stringify(summary, null, 2)}\n` : summaryText(summary))
  if (unfair.length > 0) process.exitCode = 1
}

function summaryText({
  sessions,
  atOnce,
  charges,
  answers,
  seconds,
  unfair,
}: Omit<RaceOptions, 'help' | 'json'> & {
  charges: number
  answers: Record<string, number>
  seconds: number
  unfair: RaceResult[]
}): string {
  const told = Object.entries(answers).map(([answer, times]) => `  ${times} × ${answer}`)
  const lines = unfair.map((result) => `  not once: ${JSON.stringify(result)}`)
  return `${sessions} sessions with ${atOnce} presses at once, ${charges} charges, ${seconds} s\n${[...told, ...lines].join('\n')}\n`
}
