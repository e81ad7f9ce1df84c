import { setTimeout as sleep } from 'node:timers/promises'
import { comeToRest } from '../crash/come-to-rest.ts'
import { makePurchase } from '../crash/purchase.ts'
import type { PurchaseStage } from '../crash/retry-until-answered.ts'
import type { CrashStage } from '../crash/stage.ts'
import { createDice, type Dice } from '../shared/dice.ts'
import type { Cluster } from './cluster.ts'
import { inject, untilTakenOver, type Fault } from './faults.ts'
import { historyOf, longestGapMs, secondPrimaries } from './judge-beats.ts'
import { lostBeats, type Beat, type Pulse } from './pulse.ts'
import { untilListening } from './until-listening.ts'
import { untilHeard, type Heard } from './watch-listen.ts'

export interface Round {
  seed: number
  fault: Fault
  from: string
  to: string
  /** The longest time without an acknowledged commit at any machine. */
  withoutCommitMs: number
  /** The longest time without an acknowledged write of the product. */
  withoutWriteMs: number
  /** From the fault until every LISTEN of the product was at the new primary. */
  listeningMs: number | null
  /** The time from the fault until LISTEN carried a change again, for each process as the listener. */
  heard: Heard[]
  /** From the end of the fault until the machine was a standby again, and a synchronous standby existed. */
  wholeMs: number
  /** What the cluster still lacked when the wait for it was given up; null when it lacked nothing. */
  missing: string | null
  /** Machines with their timelines, as they acknowledged commits. */
  history: string[]
  commits: number
  lost: Beat[]
  /** The commits that show two primaries at once. */
  doubled: Beat[]
}

/** A round's stage: the cluster, the product that uses it, and the pulse. */
export interface RoundStage {
  cluster: Cluster
  stage: CrashStage
  pulse: Pulse
}

const SHOPPERS = 16
const ARRIVALS_MS = 25_000
const FAULT_AFTER_MS = { min: 1500, spread: 2000 }
/** Longer than any fail-over takes. */
const TRIES_MAX = 600
const PATIENCE_MS = 8000
/** Longer than any call of the product takes; counted from the end of the fault. */
const CALLS_MS = 12_000

/** Shoppers pay, the primary's machine meets the fault, another takes over, and the machine comes back as a standby. */
export async function runRound(
  { cluster, stage, pulse }: RoundStage,
  { seed, fault }: { seed: number; fault: Fault },
): Promise<Round> {
  const dice = createDice(seed)
  const firstBeat = pulse.beats.length
  const answers: number[] = []
  const shopping: PurchaseStage = {
    ...stage,
    patienceMs: PATIENCE_MS,
    triesMax: TRIES_MAX,
    onAnswer: ({ status }) => {
      if (status !== null && status < 300) answers.push(performance.now())
    },
  }
  const name = `${fault}-${seed}`
  const shoppers = Array.from({ length: SHOPPERS }, async (_, number) => {
    const own = createDice(seed * SHOPPERS + number)
    await sleep(own.below(ARRIVALS_MS))
    await makePurchase(shopping, own, `order-${name}-${number}`)
  })
  await sleep(FAULT_AFTER_MS.min + dice.below(FAULT_AFTER_MS.spread))
  const from = await cluster.leader()
  const fromMs = performance.now()
  const restore = await inject(fault, cluster, from)
  const taking = untilTakenOver(cluster, from)
  const listening = listenAtBoth(shopping, dice, name, fromMs)
  const to = await taking
  const connecting = untilListening(cluster.urlAt(to), fromMs)
  const heard = await listening
  const listeningMs = await connecting
  const toMs = performance.now()
  restore()
  const restoredMs = performance.now()
  const missing = (await cluster.untilWhole()) ?? null
  const wholeMs = Math.round(performance.now() - restoredMs)
  await Promise.all(shoppers)
  if (missing === null)
    await comeToRest(stage, dice, Math.max(0, CALLS_MS - (performance.now() - restoredMs)))
  const beats = pulse.beats.slice(firstBeat)
  return {
    seed,
    fault,
    from: from.name,
    to: to.name,
    withoutCommitMs: longestGapMs(
      beats.map(({ answeredMs }) => answeredMs),
      fromMs,
      toMs,
    ),
    withoutWriteMs: longestGapMs(answers, fromMs, toMs),
    listeningMs,
    heard,
    wholeMs,
    missing,
    history: historyOf(beats),
    commits: beats.length,
    lost: await lostBeats(cluster, beats),
    doubled: secondPrimaries(beats),
  }
}

/** Each process listens while the other one changes something. */
async function listenAtBoth(
  stage: PurchaseStage,
  dice: Dice,
  name: string,
  fromMs: number,
): Promise<Heard[]> {
  const [one, other] = stage.processes
  if (one === undefined || other === undefined) throw new Error('two processes are needed')
  return Promise.all([
    untilHeard(stage, dice, { reader: one, writer: other, name: `${name}-one`, fromMs }),
    untilHeard(stage, dice, { reader: other, writer: one, name: `${name}-other`, fromMs }),
  ])
}
