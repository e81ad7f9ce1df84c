import { setTimeout as sleep } from 'node:timers/promises'
import { type ClockSetting, isRealTime } from '#domain/merchant-clock.ts'
import {
  acquireClock,
  acquireOrCreateClock,
  moveClock,
  releaseClock,
  removeClock,
  renewClock,
  type LeasedClockRecord,
  type LeaseRequest,
} from '../database/clocks.ts'
import type { ServiceContext } from '#server/service/context.ts'
import type { SandboxContext } from '../sandbox-context.ts'

const LEASE_MS = 60_000
const WAIT_MS = 30_000
const POLL_MS = 50
const TOKEN_BYTES = 16

/** A merchant's clock under a lease: no other process moves it or does the merchant's due work meanwhile. */
export interface LeasedClock {
  merchantId: string
  token: string
  /** The idempotency key of the last request that moved the clock. */
  idempotencyKey: string | null
  target: Date | null
  setting(): ClockSetting
  /** Throws `ClockLeaseLost` when the lease was lost. */
  move(setting: ClockSetting): Promise<void>
  /** Extends the lease. Throws `ClockLeaseLost` when it was lost. */
  renew(): Promise<void>
}

/**
 * Another process has the clock's lease: waiting for the lease took too long, or this process lost it. Finished work stays.
 */
export class ClockLeaseLost extends Error {
  override name = 'ClockLeaseLost'
}

/**
 * Leases a merchant's clock, creating it if needed, for the time of `work`. Waits for a free lease, then throws
 * `ClockLeaseLost`.
 */
export async function withClock<T>(
  context: SandboxContext,
  merchantId: string,
  work: (clock: LeasedClock) => Promise<T>,
): Promise<T> {
  const deadlineMs = performance.now() + WAIT_MS
  for (;;) {
    const lease = newLease(context, merchantId)
    const leased = await acquireOrCreateClock(context.database, lease)
    if (leased !== undefined) return underLease(context, leased, lease.token, work)
    if (performance.now() > deadlineMs) throw new ClockLeaseLost()
    await sleep(POLL_MS)
  }
}

/** Leases a merchant's clock for the time of `work`; does nothing when there is no clock or another process has it. */
export async function withFreeClock(
  context: SandboxContext,
  merchantId: string,
  work: (clock: LeasedClock) => Promise<unknown>,
): Promise<void> {
  const lease = newLease(context, merchantId)
  const leased = await acquireClock(context.database, lease)
  if (leased !== undefined) await underLease(context, leased, lease.token, work)
}

async function underLease<T>(
  { database, wallClock, sandbox }: SandboxContext,
  leased: LeasedClockRecord,
  token: string,
  work: (clock: LeasedClock) => Promise<T>,
): Promise<T> {
  const { merchantId } = leased
  let setting: ClockSetting = leased
  const leasedUntil = () => new Date(wallClock().getTime() + LEASE_MS)
  sandbox.clocks.learn(merchantId, leased.version, setting)
  try {
    return await work({
      merchantId,
      token,
      idempotencyKey: leased.idempotencyKey,
      target: leased.target,
      setting: () => setting,
      async move(next) {
        const changed = { merchantId, token, setting: next, leasedUntil: leasedUntil() }
        const version = await moveClock(database, changed)
        if (version === undefined) throw new ClockLeaseLost()
        setting = next
        sandbox.clocks.learn(merchantId, version, next)
      },
      async renew() {
        const renewed = await renewClock(database, {
          merchantId,
          token,
          leasedUntil: leasedUntil(),
        })
        if (!renewed) throw new ClockLeaseLost()
      },
    })
  } finally {
    if (isRealTime(setting)) {
      const version = await removeClock(database, { merchantId, token })
      if (version !== undefined) sandbox.clocks.learn(merchantId, version, undefined)
    } else await releaseClock(database, { merchantId, token })
  }
}

function newLease({ wallClock, random }: ServiceContext, merchantId: string): LeaseRequest {
  const wallNow = wallClock()
  return {
    merchantId,
    token: Buffer.from(random(TOKEN_BYTES)).toString('hex'),
    wallNow,
    leasedUntil: new Date(wallNow.getTime() + LEASE_MS),
  }
}
