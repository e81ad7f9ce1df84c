import { setTimeout as sleep } from 'node:timers/promises'
import { claimDueDeliveries, type DueDelivery } from '../../../database/events/delivery-queue.ts'
import type { Due } from '../../merchant-time.ts'
import { createWakeSignal } from './wake-signal.ts'
import { deliver, type DeliveryContext, type SharedSteps } from './deliver.ts'
import { createBatchFinisher } from './finish-in-batches.ts'
import { createDeliveryPermits, PERMITS_PER_MERCHANT } from './permits.ts'
import { openDeliverySigners } from './sign-delivery.ts'
import { createSigningSecrets } from './signing-secrets.ts'

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

const PERMITS = 50
/**
 * A receiver that answers in time while its merchant's five permits are taken gets more, from permits that no other
 * merchant waits for: with five, one that takes 300 ms would get no more than 16 events a second.
 */
// guard: busy-permits
const BUSY_MERCHANT_MAX = 16
const EXTRA_RATIO = 0.6
/** From this duration a receiver counts as slow: half of an attempt's time-out. */
const SLOW_MS = 5000
/** Longer than an attempt can take: a lease expires only when its worker hangs or has crashed. */
export const LEASE_SECONDS = 60
const TOKEN_BYTES = 16
const POLL_MS = 1000
/** Between claims that find work: a claim costs the same for one delivery and for a hundred. */
const CLAIM_GAP_MS = 20
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
  const {
    database,
    wallClock,
    random,
    sender,
    log,
    pollMs = POLL_MS,
    permits: max = PERMITS,
  } = context
  const underWay = new Set<Promise<void>>()
  const permits = createDeliveryPermits({
    permits: max,
    extraPermits: Math.floor(max * EXTRA_RATIO),
  })
  const slowMerchants = new Set<string>()
  /** Merchants whose receivers kept up when they last had all their permits. */
  const busyMerchants = new Set<string>()
  const signingSecrets = createSigningSecrets(context.secretKeys)
  const finish = createBatchFinisher(database, log, context.gather)
  const wakeSignal = createWakeSignal()
  let running: Promise<void> | undefined
  const stopping = new AbortController()

  async function claim(): Promise<Claimed> {
    const free = permits.free()
    const extraFree = busyMerchants.size === 0 ? 0 : permits.freeExtras()
    if (free === 0 && extraFree === 0) return { count: 0, settled: Promise.resolve() }
    const token = Buffer.from(random(TOKEN_BYTES)).toString('hex')
    const due = await whatIsDue()
    const rules = {
      now: due.now,
      wallNow: wallClock(),
      leaseSeconds: LEASE_SECONDS,
      token,
      limit: free,
      doubtfulMax: permits.freeDoubtful(),
      slowMerchants: [...slowMerchants],
      perMerchantMax: PERMITS_PER_MERCHANT,
      extra: {
        merchants: [...busyMerchants],
        perMerchantMax: BUSY_MERCHANT_MAX,
        limit: extraFree,
      },
    }
    const deliveries = await claimDueDeliveries(database, rules, due)
    if (deliveries.length === 0) return { count: 0, settled: Promise.resolve() }
    const merchantIds = [...new Set(deliveries.map(({ merchantId }) => merchantId))]
    let signers: ReturnType<typeof openDeliverySigners> | undefined
    // Read by the first delivery that waits for it: rejected before one waits, it would end the process.
    const signerOf = async (merchantId: string) => {
      signers ??= openDeliverySigners(database, signingSecrets, merchantIds, wallClock())
      return (await signers)(merchantId)
    }
    const attempts = deliveries.map((delivery) => launch(delivery, token, { signerOf, finish }))
    return { count: attempts.length, settled: Promise.all(attempts) }
  }

  function launch(delivery: DueDelivery, token: string, shared: SharedSteps): Promise<void> {
    const { merchantId, attemptsMade } = delivery
    const isDoubtful = attemptsMade > 0 || slowMerchants.has(merchantId)
    const attempt = deliver(context, delivery, token, shared)
      .then((durationMs) => {
        const isQuick = durationMs < SLOW_MS
        const hadAllPermits = permits.countOf(merchantId) >= PERMITS_PER_MERCHANT
        setMember(slowMerchants, merchantId, !isQuick)
        setMember(busyMerchants, merchantId, isQuick && hadAllPermits)
      })
      .catch((error: unknown) =>
        log.error(
          { err: error, deliveryId: delivery.id },
          'a delivery attempt failed unexpectedly',
        ),
      )
      .finally(() => {
        underWay.delete(attempt)
        permits.release(merchantId, isDoubtful)
        wakeSignal.signal()
      })
    underWay.add(attempt)
    permits.acquire(merchantId, isDoubtful)
    return attempt
  }

  async function work(): Promise<void> {
    const stopListening = await listen()
    while (!stopping.signal.aborted) {
      try {
        const { count } = await claim()
        if (count > 0) await pause(CLAIM_GAP_MS)
      } catch (error) {
        log.error({ err: error }, 'due deliveries cannot be claimed')
        await pause(POLL_MS)
      }
      await wakeSignal.wait(pollMs)
    }
    await stopListening()
  }

  const pause = (ms: number) =>
    sleep(ms, undefined, { signal: stopping.signal }).catch(() => undefined)
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
      await Promise.race([Promise.all(underWay), sleep(DRAIN_MS, undefined, { ref: false })])
      await sender.close()
      await Promise.all(underWay)
    },
  }
}

function setMember(set: Set<string>, member: string, isMember: boolean): void {
  if (isMember) set.add(member)
  else set.delete(member)
}
