import { judgeAcknowledged } from './judge-acknowledged.ts'
import { judgeAsking } from './judge-asking.ts'
import { judgeCharges } from './judge-charges.ts'
import { judgeDeliveries } from './judge-deliveries.ts'
import { judgeDisputes } from './judge-disputes.ts'
import { judgeEnds } from './judge-ends.ts'
import { judgeEvents } from './judge-events.ts'
import { judgeHolds } from './judge-holds.ts'
import { judgeMoney } from './judge-money.ts'
import { judgeMoves } from './judge-moves.ts'
import { judgePaid } from './judge-paid.ts'
import { judgeRepeats } from './judge-repeats.ts'
import { judgeSums } from './judge-sums.ts'
import { judgeSurprises } from './judge-surprises.ts'
import { ledgerAsSeen } from './ledger-as-seen.ts'
import type { Books } from './books.ts'
import type { Violation } from './violation.ts'

/** Returns every broken promise that the books show; empty when all promises hold. */
export function judge(given: Books): Violation[] {
  const books = { ...given, processor: { ...given.processor, ledger: ledgerAsSeen(given) } }
  return [
    judgeCharges,
    judgePaid,
    judgeEvents,
    judgeDeliveries,
    judgeMoves,
    judgeRepeats,
    judgeSums,
    judgeMoney,
    judgeHolds,
    judgeDisputes,
    judgeAsking,
    judgeAcknowledged,
    judgeSurprises,
    judgeEnds,
  ].flatMap((judgeOne) => judgeOne(books))
}
