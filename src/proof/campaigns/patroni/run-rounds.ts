import { judgeStage } from '../crash/run-batch.ts'
import { openCrashStage } from '../crash/stage.ts'
import type { Violation } from '../../oracle/violation.ts'
import { createDice } from '../shared/dice.ts'
import type { Cluster } from './cluster.ts'
import type { Fault } from './faults.ts'
import { startPulse } from './pulse.ts'
import { runRound, type Round, type RoundStage } from './run-round.ts'

export interface JudgedRound extends Round {
  /** The oracle's violations, about everything so far. */
  violations: Violation[]
}

export interface Outcome {
  rounds: JudgedRound[]
  requests: number
  /** Those answered with 2xx. */
  acknowledged: number
  notifications: number
}

/** Opens the product, with two processes that use the cluster, and the pulse. */
export async function openRoundStage(
  cluster: Cluster,
  { seed, hosts }: { seed: number; hosts: boolean },
): Promise<RoundStage & { close(): Promise<void> }> {
  const stage = await openCrashStage(createDice(seed), {
    server: { url: cluster.url, stop: () => cluster.stop() },
    ...(hosts && { variables: { DATABASE_URL: cluster.hostsUrl } }),
  })
  const pulse = await startPulse(cluster)
  return {
    cluster,
    stage,
    pulse,
    async close() {
      await pulse.stop()
      await stage.close()
    },
  }
}

/** Injects one fault after the other. The oracle judges after each, and the first round that broke a promise is the last. */
export async function runRounds(
  opened: RoundStage,
  plan: readonly { seed: number; fault: Fault }[],
  onRound: (round: JudgedRound) => void,
): Promise<Outcome> {
  const rounds: JudgedRound[] = []
  for (const step of plan) {
    const round = { ...(await runRound(opened, step)), violations: await judgeStage(opened.stage) }
    rounds.push(round)
    onRound(round)
    if (faultsOf(round).length > 0) break
  }
  return { rounds, ...countsOf(opened) }
}

function countsOf({ stage }: RoundStage): Omit<Outcome, 'rounds'> {
  const { exchanges, received } = stage.witnesses
  const acknowledged = exchanges.filter(
    ({ status }) => status !== null && status >= 200 && status < 300,
  )
  return {
    requests: exchanges.length,
    acknowledged: acknowledged.length,
    notifications: received.length,
  }
}

/** What a round broke, a line each. */
export function faultsOf({
  lost,
  doubled,
  missing,
  listeningMs,
  heard,
  violations,
}: JudgedRound): string[] {
  return [
    ...(missing === null ? [] : [`the cluster does not become whole: ${missing}`]),
    ...(lost.length > 0 ? [`${lost.length} acknowledged commits are lost`] : []),
    ...(doubled.length > 0 ? [`${doubled.length} commits of two machines at once`] : []),
    ...(listeningMs === null || heard.some(({ afterMs }) => afterMs === null)
      ? ['LISTEN did not come back']
      : []),
    ...(violations.length > 0 ? [`${violations.length} violations`] : []),
  ]
}
