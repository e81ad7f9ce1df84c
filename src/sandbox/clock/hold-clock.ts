import { setTimeout as pause } from 'node:timers/promises'
import { type ClockSetting, isRealTime } from '../../domain/merchant-clock.ts'
import {
  holdClock,
  holdClockOrNew,
  moveClock,
  releaseClock,
  removeClock,
  renewClock,
  type HeldClock,
  type Hold,
} from '../database/clocks.ts'
import type { ServiceContext } from '../../server/context.ts'
import type { SandboxContext } from '../sandbox-context.ts'

const LEASE_MS = 60_000
const WAIT_MS = 30_000
const ASK_AGAIN_MS = 50
const TOKEN_BYTES = 16

/** A merchant's clock under a lease: no other process moves it or does the merchant's due work meanwhile. */
export interface ClockInHand {
  merchantId: string
  token: string
  /** The idempotency key of the last request that moved the clock. */
  idempotencyKey: string | null
  target: Date | null
  setting(): ClockSetting
  /** Throws `ClockTaken` when the lease was lost. */
  move(setting: ClockSetting): Promise<void>
  /** Extends the lease. Throws `ClockTaken` when it was lost. */
  keep(): Promise<void>
}

/**
 * Another process has the lease: the wait for it was too long, or the own one was lost. Work that was done stays done.
 */
export class ClockTaken extends Error {
  override name = 'ClockTaken'
}

/**
 * Leases a merchant's clock, creating it if needed, for the time of `work`. Waits for a free lease, then throws
 * `ClockTaken`.
 */
export async function withClock<T>(
  context: SandboxContext,
  merchantId: string,
  work: (clock: ClockInHand) => Promise<T>,
): Promise<T> {
  const giveUpMs = performance.now() + WAIT_MS
  for (;;) {
    const hold = newHold(context, merchantId)
    const held = await holdClockOrNew(context.database, hold)
    if (held !== undefined) return inHand(context, held, hold.token, work)
    if (performance.now() > giveUpMs) throw new ClockTaken()
    await pause(ASK_AGAIN_MS)
  }
}

/** Leases a merchant's clock for the time of `work`; does nothing when there is no clock or another process has it. */
export async function withFreeClock(
  context: SandboxContext,
  merchantId: string,
  work: (clock: ClockInHand) => Promise<unknown>,
): Promise<void> {
  const hold = newHold(context, merchantId)
  const held = await holdClock(context.database, hold)
  if (held !== undefined) await inHand(context, held, hold.token, work)
}

async function inHand<T>(
  { database, wallClock, sandbox }: SandboxContext,
  held: HeldClock,
  token: string,
  work: (clock: ClockInHand) => Promise<T>,
): Promise<T> {
  const { merchantId } = held
  let setting: ClockSetting = held
  const leasedUntil = () => new Date(wallClock().getTime() + LEASE_MS)
  sandbox.clocks.learn(merchantId, held.version, setting)
  try {
    return await work({
      merchantId,
      token,
      idempotencyKey: held.idempotencyKey,
      target: held.target,
      setting: () => setting,
      async move(next) {
        const changed = { merchantId, token, setting: next, leasedUntil: leasedUntil() }
        const version = await moveClock(database, changed)
        if (version === undefined) throw new ClockTaken()
        setting = next
        sandbox.clocks.learn(merchantId, version, next)
      },
      async keep() {
        const kept = await renewClock(database, { merchantId, token, leasedUntil: leasedUntil() })
        if (!kept) throw new ClockTaken()
      },
    })
  } finally {
    if (isRealTime(setting)) {
      const version = await removeClock(database, { merchantId, token })
      if (version !== undefined) sandbox.clocks.learn(merchantId, version, undefined)
    } else await releaseClock(database, { merchantId, token })
  }
}

function newHold({ wallClock, random }: ServiceContext, merchantId: string): Hold {
  const wallNow = wallClock()
  return {
    merchantId,
    token: Buffer.from(random(TOKEN_BYTES)).toString('hex'),
    wallNow,
    leasedUntil: new Date(wallNow.getTime() + LEASE_MS),
  }
}
