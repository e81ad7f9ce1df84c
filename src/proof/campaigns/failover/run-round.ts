import { setTimeout as sleep } from 'node:timers/promises'
import { makePurchase } from '../crash/purchase.ts'
import type { CrashStage } from '../crash/stage.ts'
import { createDice, type Dice } from '../shared/dice.ts'
import type { Mode, Pair } from './pair.ts'

export interface Round {
  seed: number
  /** Whether replication was silent for a while before the primary was lost. */
  silent: boolean
  /** Milliseconds from the loss to a standby that takes commits. */
  promotedMs: number
  /** Milliseconds from the loss to the product's first response that needs the database. */
  servedMs: number
}

const SHOPPERS = 12
const ARRIVALS_MS = 2000
const LOSS_AFTER_MS = 500
const SILENCE_MS = 700
const POLL_MS = 20

/** Shoppers pay, the primary is lost with its disk, the standby is promoted, and the shoppers go on. */
export async function runRound(
  stage: CrashStage,
  pair: Pair,
  { seed, mode }: { seed: number; mode: Mode },
): Promise<Round> {
  const dice = createDice(seed)
  await pair.addStandby()
  const shoppers = Array.from({ length: SHOPPERS }, async (_, number) => {
    const own = createDice(seed * SHOPPERS + number)
    await sleep(own.below(ARRIVALS_MS))
    await makePurchase(stage, own, `order-${mode}-${seed}-${number}`)
  })
  const lost = loseThePrimary(stage, pair, dice, mode)
  const [times] = await Promise.all([lost, ...shoppers])
  return { seed, ...times }
}

async function loseThePrimary(stage: CrashStage, pair: Pair, dice: Dice, mode: Mode) {
  await sleep(LOSS_AFTER_MS + dice.below(ARRIVALS_MS))
  // By chance alone nothing would be lost: on one machine a standby is rarely a millisecond behind.
  const silent = mode === 'asynchronous' || dice.chance(0.5)
  if (silent) {
    pair.replication().poison('down', { type: 'black hole' })
    await sleep(SILENCE_MS)
  }
  const fromMs = performance.now()
  const promotedMs = await pair.failOver()
  await untilServed(stage)
  return { silent, promotedMs, servedMs: Math.round(performance.now() - fromMs) }
}

async function untilServed({ processes, merchant }: CrashStage): Promise<void> {
  const address = `${processes[0]?.apiUrl}/v1/sessions?limit=1`
  for (;;) {
    const response = await fetch(address, { headers: { 'x-api-key': merchant.apiKey } }).catch(
      () => undefined,
    )
    if (response?.ok === true) return
    await sleep(POLL_MS)
  }
}
