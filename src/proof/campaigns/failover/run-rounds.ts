import type { Violation } from '../../oracle/violation.ts'
import { comeToRest } from '../crash/come-to-rest.ts'
import { judgeStage } from '../crash/run-batch.ts'
import { openCrashStage } from '../crash/stage.ts'
import { createDice } from '../shared/dice.ts'
import { openPair, type Mode } from './pair.ts'
import { runRound, type Round } from './run-round.ts'

export interface Outcome {
  mode: Mode
  rounds: Round[]
  requests: number
  /** Those answered with 2xx. */
  acknowledged: number
  notifications: number
  violations: Violation[]
}

/** Loses one primary after the other under one product, lets it come to rest, and asks the oracle. */
export async function runRounds(
  mode: Mode,
  seeds: readonly number[],
  onRound: (round: Round) => void,
): Promise<Outcome> {
  const dice = createDice(seeds[0] ?? 0)
  const pair = await openPair(mode, dice)
  const stage = await openCrashStage(dice, { server: pair })
  try {
    const rounds: Round[] = []
    for (const seed of seeds) {
      const round = await runRound(stage, pair, { seed, mode })
      rounds.push(round)
      onRound(round)
    }
    await comeToRest(stage, dice)
    const { exchanges, received } = stage.witnesses
    const acknowledged = exchanges.filter(
      ({ status }) => status !== null && status >= 200 && status < 300,
    )
    return {
      mode,
      rounds,
      requests: exchanges.length,
      acknowledged: acknowledged.length,
      notifications: received.length,
      violations: await judgeStage(stage),
    }
  } finally {
    await stage.close()
  }
}
