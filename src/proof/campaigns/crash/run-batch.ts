import { splitSurpluses } from '../api-pix/split-surpluses.ts'
import type { ProcessorBooks, Tables } from '../../oracle/books.ts'
import type { RunningBank } from '../scripted/open-bank.ts'
import { judge } from '../../oracle/judge.ts'
import { readBooks } from '../../oracle/read-books.ts'
import type { Violation } from '../../oracle/violation.ts'
import { createDice } from '../shared/dice.ts'
import { comeToRest } from './come-to-rest.ts'
import { injectFaults } from './faults.ts'
import { makePurchase } from './purchase.ts'
import type { CrashStage } from './stage.ts'

const SHOPPERS = 4
/** More than elsewhere, since they wait for their codes most of the time. */
const SHOPPERS_AT_BANK = 8

/**
 * Runs schedules one after the other, lets everything come to rest, and asks the oracle. `callsMs` is longer than any call
 * of the product takes.
 */
export async function runBatch(
  stage: CrashStage,
  seeds: readonly number[],
  onDone: (seed: number, faults: readonly string[], met: readonly string[]) => void,
  callsMs?: number,
): Promise<Violation[]> {
  for (const seed of seeds)
    onDone(seed, await runOne(stage, seed), (stage.bank?.payers ?? stage.bank?.days)?.met() ?? [])
  await comeToRest(stage, createDice(seeds[0] ?? 0), callsMs)
  return judgeStage(stage)
}

/** Runs some shoppers at once, and injects faults meanwhile. */
async function runOne(stage: CrashStage, seed: number): Promise<readonly string[]> {
  const dice = createDice(seed)
  stage.bank?.payers?.begin(seed)
  stage.bank?.days?.begin(seed)
  const count = stage.bank?.payers === undefined ? SHOPPERS : SHOPPERS_AT_BANK
  const shoppers = Array.from({ length: count }, (_, number) =>
    makePurchase(stage, createDice(seed * count + number), `order-${seed}-${number}`),
  )
  const [faults] = await Promise.all([injectFaults(stage, dice, seed), ...shoppers])
  return faults
}

/**
 * The books of the simulator and the bank together. Killed processes leave calls unanswered, so circuit breakers may open at any
 * time: `silences` is infinite.
 */
function bankBooks(
  bank: RunningBank,
  { processor: simulated, ...tables }: Tables & { processor: ProcessorBooks },
): ProcessorBooks {
  const { lookUps, refusedWebhooks = [], disputes = [], ...book } = bank.books()
  const { ledger, refunds } = splitSurpluses(book, tables)
  const asked = { lookUps, refusedWebhooks }
  const asking = { ...asked, silences: Infinity, givenUp: [], found: [], claimed: [] }
  return {
    ledger: [...simulated.ledger, ...ledger],
    refunds: [...simulated.refunds, ...refunds],
    disputes: [...(simulated.disputes ?? []), ...disputes],
    asking,
  }
}

/** The oracle's verdict about everything that happened on a stage. */
export async function judgeStage({
  observer,
  merchant,
  witnesses,
  processes,
  bank,
}: CrashStage): Promise<Violation[]> {
  const complaints = processes.flatMap((product) => product.complaints)
  const client = await observer.connect()
  try {
    const books = { ...(await readBooks(client, [merchant.id])), ...witnesses, complaints }
    if (bank === undefined) return judge(books)
    const paidAgain = bank.payers?.paidAgain ?? []
    const late = books.payments
      .filter(({ surplusOf }) => paidAgain.includes(surplusOf ?? ''))
      .map(({ id }) => id)
    const paidLate = [...books.paidLate, ...late]
    return judge({ ...books, paidLate, processor: bankBooks(bank, books) })
  } finally {
    client.release()
  }
}
