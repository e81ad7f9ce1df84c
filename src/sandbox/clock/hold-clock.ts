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

/** A merchant's clock in the hands of one process: nobody else moves it or does the merchant's due work meanwhile. */
export interface ClockInHand {
  merchantId: string
  token: string
  /** The last advance of an idempotent request. */
  idempotencyKey: string | null
  target: Date | null
  setting(): ClockSetting
  /** Throws `ClockTaken` when another process took it over. */
  move(setting: ClockSetting): Promise<void>
  /** Keeps it longer. Throws `ClockTaken`, too. */
  keep(): Promise<void>
}

/** Another has the clock, for longer than one waits, or since the lease ran out. What was done so far stays done. */
export class ClockTaken extends Error {
  override name = 'ClockTaken'
}

/** Does something with a merchant's clock, made where there is none. Waits for whoever has it, then throws `ClockTaken`. */
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

/** Does something with a merchant's clock when it is there and nobody has it. */
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
