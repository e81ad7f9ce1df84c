import type { Dice } from '../shared/dice.ts'
import { createFastClock } from './fast-clock.ts'
import { feedAndWait } from './feed-and-wait.ts'
import { judgeDeliveries, type Judgement } from './judge.ts'
import type { Counts } from './receivers.ts'
import { openWebhookStage } from './stage.ts'

export interface DeliveriesOptions {
  /** URL of a migrated database that no other campaign uses. */
  url: string
  dice: Dice
  events: number
  receivers: number
  faulty: number
  workers: number
  onFed: (count: number) => void
}

export interface DeliveriesResult extends Judgement {
  /** Seconds until nothing was left to send. */
  seconds: number
  daysSimulated: number
  attempts: Record<string, number>
  /** Logged errors of workers; nothing was lost by them. */
  errors: string[]
  receiverCounts: Counts
  /** Memory of the workers' process: after a tenth of the events, its maximum, and at the end. */
  memoryMiB: { early: number; highest: number; atTheEnd: number }
}

const START = new Date('2026-11-20T15:00:00.000Z')
/** Times faster than real time: a delivery attempt's ten seconds are 400 ms. */
const SPEED = 25
const TIMEOUT_MS = 10_000 / SPEED
const DAY_MS = 86_400_000
const MIB = 2 ** 20
const SAMPLE_MS = 250

/** Sends events to all kinds of receivers on a fast clock, and judges each delivery. */
export async function runDeliveries(options: DeliveriesOptions): Promise<DeliveriesResult> {
  const { url, dice, events, receivers, faulty, workers, onFed } = options
  const clock = createFastClock(START, SPEED)
  const stageOptions = { url, dice, receivers, faulty, outOfOrder: 'two', now: START } as const
  const stage = await openWebhookStage(stageOptions)
  const memory = watchMemory()
  try {
    const begunMs = performance.now()
    const running = stage.startWorkers({ count: workers, clock: clock.now, timeoutMs: TIMEOUT_MS })
    let fed = 0
    try {
      await feedAndWait(stage, {
        events,
        clock,
        onFed(count) {
          fed += count
          if (fed <= events / 10) memory.markEarly()
          onFed(count)
        },
      })
    } finally {
      await running.stop()
    }
    const seconds = (performance.now() - begunMs) / 1000
    const memoryMiB = memory.stop()
    const receiverCounts = await stage.receivers.counts()
    const judgement = await judgeDeliveries(stage)
    judgement.faults.push(...stage.schedule.faults)
    if (receiverCounts.trapConnections > 0)
      judgement.faults.push(`${receiverCounts.trapConnections} redirects were followed`)
    const daysSimulated = (clock.now().getTime() - START.getTime()) / DAY_MS
    const { attempts } = stage.schedule
    const { errors } = stage
    return { ...judgement, seconds, daysSimulated, attempts, errors, receiverCounts, memoryMiB }
  } finally {
    memory.stop()
    await stage.close()
  }
}

function watchMemory() {
  const mib = () => Math.round(process.memoryUsage().rss / MIB)
  let early = mib()
  let highest = early
  const timer = setInterval(() => (highest = Math.max(highest, mib())), SAMPLE_MS)
  return {
    markEarly: () => (early = mib()),
    stop() {
      clearInterval(timer)
      return { early, highest, atTheEnd: mib() }
    },
  }
}
