import { setTimeout as sleep } from 'node:timers/promises'
import { claimDueDeliveries, type DueDelivery } from '../../database/delivery-queue.ts'
import type { Due } from '../../merchant-time.ts'
import { createWakeSignal } from './wake-signal.ts'
import { deliver, type DeliveryContext } from './deliver.ts'

export interface DeliveryWorker {
  /** Makes the delivery attempts that are due, up to the concurrency limit. Resolves to their number. */
  runOnce(): Promise<number>
  start(): void
  /**
   * Graceful drain: claims nothing more and waits for attempts under way, which are aborted after 10
   * seconds.
   */
  stop(): Promise<void>
}

interface Claimed {
  count: number
  settled: Promise<unknown>
}

const UNDER_WAY_MAX = 50
const UNDER_WAY_PER_MERCHANT_MAX = 5
/**
 * A receiver that answers in time while its merchant's five slots are taken gets more, from slots that no other merchant
 * waits for: with five, one that takes 300 ms would get no more than 16 events a second.
 */
const BUSY_MERCHANT_MAX = 16
const EXTRA_UNDER_WAY_MAX = 30
/**
 * Bulkhead: retries and slow receivers take at most half of the slots, so that new deliveries to
 * responsive receivers never wait.
 */
const DOUBTFUL_UNDER_WAY_MAX = 25
/** From this duration a receiver counts as slow: half of an attempt's time-out. */
const SLOW_MS = 5000
/** Longer than an attempt can take: a lease expires only when its worker hangs or has crashed. */
export const LEASE_SECONDS = 60
const TOKEN_BYTES = 16
const POLL_MS = 1000
const DRAIN_MS = 10_000

/**
 * Delivers events from the queue in the database (transactional outbox, at-least-once delivery).
 * LISTEN only wakes the worker; polling finds what is due. Any number of workers may run: each
 * delivery is leased to one at a time.
 */
export function createDeliveryWorker(
  context: DeliveryContext,
  whatIsDue: () => Promise<Due> = async () => ({ now: context.clock() }),
): DeliveryWorker {
  const { database, wallClock, random, sender, log, pollMs = POLL_MS } = context
  const underWay = new Map<Promise<void>, { isDoubtful: boolean; merchantId: string }>()
  const slowMerchants = new Set<string>()
  /** Merchants whose receivers kept up when last they had all their slots. */
  const busyMerchants = new Set<string>()
  const wakeSignal = createWakeSignal()
  let running: Promise<void> | undefined
  const stopping = new AbortController()

  async function claim(): Promise<Claimed> {
    const extras = countExtras()
    const free = UNDER_WAY_MAX - (underWay.size - extras)
    const extraFree = busyMerchants.size === 0 ? 0 : EXTRA_UNDER_WAY_MAX - extras
    if (free === 0 && extraFree === 0) return { count: 0, settled: Promise.resolve() }
    const doubtful = [...underWay.values()].filter(({ isDoubtful }) => isDoubtful).length
    const token = Buffer.from(random(TOKEN_BYTES)).toString('hex')
    const due = await whatIsDue()
    const rules = {
      now: due.now,
      wallNow: wallClock(),
      leaseSeconds: LEASE_SECONDS,
      token,
      limit: free,
      doubtfulMax: DOUBTFUL_UNDER_WAY_MAX - doubtful,
      slowMerchants: [...slowMerchants],
      perMerchantMax: UNDER_WAY_PER_MERCHANT_MAX,
      extra: {
        merchants: [...busyMerchants],
        perMerchantMax: BUSY_MERCHANT_MAX,
        limit: extraFree,
      },
    }
    const deliveries = await claimDueDeliveries(database, rules, due)
    const attempts = deliveries.map((delivery) => launch(delivery, token))
    return { count: attempts.length, settled: Promise.all(attempts) }
  }

  function launch(delivery: DueDelivery, token: string): Promise<void> {
    const { merchantId, attemptsMade } = delivery
    const isDoubtful = attemptsMade > 0 || slowMerchants.has(merchantId)
    const attempt = deliver(context, delivery, token)
      .then((durationMs) => {
        const isQuick = durationMs < SLOW_MS
        const hadAllSlots = countOf(merchantId) >= UNDER_WAY_PER_MERCHANT_MAX
        setMember(slowMerchants, merchantId, !isQuick)
        setMember(busyMerchants, merchantId, isQuick && hadAllSlots)
      })
      .catch((error: unknown) =>
        log.error(
          { err: error, deliveryId: delivery.id },
          'a delivery attempt failed unexpectedly',
        ),
      )
      .finally(() => {
        underWay.delete(attempt)
        wakeSignal.signal()
      })
    underWay.set(attempt, { isDoubtful, merchantId })
    return attempt
  }

  const countOf = (merchantId: string) =>
    [...underWay.values()].filter((attempt) => attempt.merchantId === merchantId).length

  function countExtras(): number {
    const counts = [...new Set([...underWay.values()].map((attempt) => attempt.merchantId))].map(
      countOf,
    )
    return counts.reduce((sum, count) => sum + Math.max(0, count - UNDER_WAY_PER_MERCHANT_MAX), 0)
  }

  async function work(): Promise<void> {
    const stopListening = await listen()
    while (!stopping.signal.aborted) {
      try {
        await claim()
      } catch (error) {
        log.error({ err: error }, 'due deliveries cannot be claimed')
        await sleep(POLL_MS)
      }
      await wakeSignal.wait(pollMs)
    }
    await stopListening()
  }

  const wake = () => wakeSignal.signal()

  async function listen(): Promise<() => Promise<void>> {
    try {
      return await database.listen('deliveries', wake, wake)
    } catch (error) {
      log.error({ err: error }, 'new deliveries are found by polling only')
      return async () => {}
    }
  }

  return {
    async runOnce() {
      const { count, settled } = await claim()
      await settled
      return count
    },
    start() {
      running ??= work()
    },
    async stop() {
      stopping.abort()
      wakeSignal.signal()
      await running
      await Promise.race([Promise.all(underWay.keys()), sleep(DRAIN_MS, undefined, { ref: false })])
      await sender.close()
      await Promise.all(underWay.keys())
    },
  }
}

function setMember(set: Set<string>, member: string, isMember: boolean): void {
  if (isMember) set.add(member)
  else set.delete(member)
}
