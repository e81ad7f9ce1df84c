import { judge } from '../../oracle/judge.ts'
import { readBooks } from '../../oracle/read-books.ts'
import type { Violation } from '../../oracle/violation.ts'
import { createDice } from '../shared/dice.ts'
import { comeToRest } from './come-to-rest.ts'
import { injectFault } from './faults.ts'
import { makePurchase } from './purchase.ts'
import type { CrashStage } from './stage.ts'

const SHOPPERS = 4

/** Runs schedules one after the other, lets everything come to rest, and asks the oracle. */
export async function runBatch(
  stage: CrashStage,
  seeds: readonly number[],
  onDone: (seed: number, fault: string) => void,
): Promise<Violation[]> {
  for (const seed of seeds) onDone(seed, await runOne(stage, seed))
  await comeToRest(stage, createDice(seeds[0] ?? 0))
  return judgeStage(stage)
}

/** Runs some shoppers at once, and injects a fault meanwhile. */
async function runOne(stage: CrashStage, seed: number): Promise<string> {
  const dice = createDice(seed)
  const shoppers = Array.from({ length: SHOPPERS }, (_, number) =>
    makePurchase(stage, createDice(seed * SHOPPERS + number), `order-${seed}-${number}`),
  )
  const [fault] = await Promise.all([injectFault(stage, dice, seed), ...shoppers])
  return fault
}

/** The oracle's verdict about everything that happened on a stage. */
export async function judgeStage({
  observer,
  merchant,
  witnesses,
  processes,
}: CrashStage): Promise<Violation[]> {
  const complaints = processes.flatMap((product) => product.complaints)
  const client = await observer.connect()
  try {
    return judge({ ...(await readBooks(client, [merchant.id])), ...witnesses, complaints })
  } finally {
    client.release()
  }
}
