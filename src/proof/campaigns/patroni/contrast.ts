import { setTimeout as sleep } from 'node:timers/promises'
import type { Violation } from '../../oracle/violation.ts'
import { comeToRest } from '../crash/come-to-rest.ts'
import { makePurchase } from '../crash/purchase.ts'
import { judgeStage } from '../crash/run-batch.ts'
import { createDice } from '../shared/dice.ts'
import { untilTakenOver } from './faults.ts'
import { lostBeats } from './pulse.ts'
import type { RoundStage } from './run-round.ts'

export interface Contrast {
  commits: number
  /** Acknowledged commits that are gone. */
  lost: number
  /** The violations that the oracle found. */
  violations: Violation[]
}

const SHOPPERS = 24
const ARRIVALS_MS = 3000
const CUT_AFTER_MS = 1500
/** Shorter than etcd needs to depose the primary. */
const SILENCE_MS = 2000

/**
 * With asynchronous replication: the network between the standbys and the primary breaks, the primary goes on to acknowledge, and
 * then its machine is killed. By chance alone nothing would be lost: a standby is rarely a millisecond behind.
 */
export async function runContrast(
  { cluster, stage, pulse }: RoundStage,
  seed: number,
): Promise<Contrast> {
  const dice = createDice(seed)
  const shoppers = Array.from({ length: SHOPPERS }, async (_, number) => {
    const own = createDice(seed * SHOPPERS + number)
    await sleep(own.below(ARRIVALS_MS))
    await makePurchase({ ...stage, triesMax: 600 }, own, `order-contrast-${seed}-${number}`)
  })
  await sleep(CUT_AFTER_MS)
  const primary = await cluster.leader()
  const standbys = cluster.machines.filter(({ name }) => name !== primary.name)
  for (const standby of standbys) standby.unplug()
  await sleep(SILENCE_MS)
  primary.kill()
  for (const standby of standbys) standby.plug()
  await untilTakenOver(cluster, primary)
  await Promise.all(shoppers)
  primary.start()
  await cluster.untilWhole()
  await comeToRest(stage, dice)
  const beats = [...pulse.beats]
  return {
    commits: beats.length,
    lost: (await lostBeats(cluster, beats)).length,
    violations: await judgeStage(stage),
  }
}
