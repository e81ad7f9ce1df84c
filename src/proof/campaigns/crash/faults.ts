import { setTimeout as sleep } from 'node:timers/promises'
import type { Dice } from '../shared/dice.ts'
import type { FaultProxy, Toxic } from '../shared/fault-proxy.ts'
import { END_LEASES, END_LEASES_AT_BANK } from './come-to-rest.ts'
import type { CrashStage } from './stage.ts'

type Fault = (stage: CrashStage, dice: Dice) => Promise<string>

const MOMENT_MAX_MS = 400
const LONG_MOMENT_MAX_MS = 2500
const TOXIC_MS = 600
/** Longer than the workers' poll interval of one second, so that others take over the work. */
const FROZEN_MS = 1500

/** Weighted kinds of fault. */
const FAULTS: readonly (readonly [weight: number, fault: Fault])[] = [
  [7, killProcess],
  [3, killBackend],
  [1, killPostmaster],
  [3, (stage, dice) => poisonDatabase(stage, dice, { type: 'cut after text', text: 'commit' })],
  [1, (stage, dice) => poisonDatabase(stage, dice, { type: 'black hole' })],
  [1, (stage, dice) => poisonDatabase(stage, dice, { type: 'reset' })],
  [1, (stage, dice) => poisonDatabase(stage, dice, { type: 'slice', bytes: 7 })],
  [1, (stage, dice) => poisonDatabase(stage, dice, { type: 'latency', ms: 5, jitterMs: 20 })],
  [
    1,
    (stage, dice) =>
      poisonDatabase(stage, dice, { type: 'cut after bytes', bytes: dice.below(4000) }),
  ],
  [2, poisonReceiver],
  [2, freezeProcess],
]

/** Each fault as many times as its weight says. */
const DECK = FAULTS.flatMap(([weight, fault]) => Array.from({ length: weight }, () => fault))
/** Coprime with the size of the deck, so that neighbouring cards are not dealt one after the other. */
const STRIDE = 8

/** Deals each card once per run of `DECK.length` consecutive seeds, so that rare faults occur, too. */
function dealFault(seed: number): Fault {
  const fault = DECK[(seed * STRIDE) % DECK.length]
  if (fault === undefined) throw new RangeError('no such card')
  return fault
}

/**
 * Injects the fault of the seed at a random moment, and returns its name. At a bank with payers a process is killed
 * twice more: their purchases take seconds. A killed process is started again.
 */
export async function injectFaults(
  stage: CrashStage,
  dice: Dice,
  seed: number,
): Promise<readonly string[]> {
  const isLong = stage.bank?.payers !== undefined
  const faults = isLong ? [killProcess, dealFault(seed), killProcess] : [dealFault(seed)]
  const names: string[] = []
  for (const fault of faults) {
    await sleep(dice.below(isLong ? LONG_MOMENT_MAX_MS : MOMENT_MAX_MS))
    names.push(await fault(stage, dice))
  }
  return names
}

async function killProcess({ processes }: CrashStage, dice: Dice): Promise<string> {
  const product = dice.pick(processes)
  await product.kill()
  await product.start()
  return 'kill -9 of a process'
}

/** SIGSTOP until others have taken over its work, then SIGCONT in the middle of it. */
async function freezeProcess(
  { processes, observer, bank }: CrashStage,
  dice: Dice,
): Promise<string> {
  const product = dice.pick(processes)
  product.freeze()
  try {
    for (const text of bank?.payers === undefined ? END_LEASES : END_LEASES_AT_BANK)
      await observer.query(text)
    await sleep(FROZEN_MS)
  } finally {
    product.thaw()
  }
  return 'kill -STOP of a process until its leases are over'
}

async function killBackend(stage: CrashStage, dice: Dice): Promise<string> {
  await stage.killBackend(dice).catch(() => undefined)
  return 'kill -9 of a backend of PostgreSQL'
}

async function killPostmaster(stage: CrashStage): Promise<string> {
  await stage.killPostmaster().catch(() => undefined)
  return 'kill -9 of PostgreSQL'
}

async function poisonDatabase(stage: CrashStage, dice: Dice, toxic: Toxic): Promise<string> {
  await poison(dice.pick(stage.databaseLines), 'up', toxic)
  return `database line: ${toxic.type}`
}

async function poisonReceiver(stage: CrashStage, dice: Dice): Promise<string> {
  const toxic = dice.pick<Toxic>([
    { type: 'reset' },
    { type: 'cut after bytes', bytes: dice.below(900) },
    { type: 'cut after text', text: 'POST' },
  ])
  await poison(stage.receiverLine, 'up', toxic)
  return `receiver line: ${toxic.type}`
}

async function poison(line: FaultProxy, direction: 'up' | 'down', toxic: Toxic): Promise<void> {
  line.poison(direction, toxic)
  await sleep(TOXIC_MS)
  line.heal()
  // Requests that a black hole swallowed are never answered: reset their connections.
  if (toxic.type === 'black hole') line.cut()
}
