import { splitSurpluses } from '../api-pix/split-surpluses.ts'
import type { Books } from '../../oracle/books.ts'
import { readBooks } from '../../oracle/read-books.ts'
import { reconcileReports } from './reconcile-reports.ts'
import type { Stage } from './stage.ts'

/** All books of a stage at rest. */
export async function stageBooks(stage: Stage): Promise<Books> {
  const { world, network, watched, witnesses } = stage
  const ids = stage.merchants.map(({ id }) => id)
  const own = network.books()
  const differences = own === undefined ? [] : await reconcileReports(stage)
  const tables = await readBooks(world.observer, ids)
  const captureCalls = stage.captureCalls()
  if (own === undefined)
    return { ...tables, ...witnesses, processor: { ...tables.processor, captureCalls } }
  const rows = [...tables.payments, ...tables.refunds]
  // The tables also hold earlier schedules, which this processor does not know.
  const found = differences.filter(
    (what) => !what.startsWith('missing') || rows.some(({ id }) => what.endsWith(id)),
  )
  const { lookUps, refusedWebhooks = [], disputes = [], ...book } = network.books() ?? own
  const { ledger, refunds } = splitSurpluses(book, tables)
  const { givenUp } = watched
  const asking = {
    lookUps,
    refusedWebhooks,
    silences: watched.silences(),
    givenUp,
    found,
    claimed: network.claimed(),
  }
  // One account has a book of its own beside the simulator's.
  const processor = {
    ledger: [...tables.processor.ledger, ...ledger],
    refunds: [...tables.processor.refunds, ...refunds],
    disputes: [...(tables.processor.disputes ?? []), ...disputes],
    captureCalls,
    asking,
  }
  return { ...tables, ...witnesses, processor }
}
