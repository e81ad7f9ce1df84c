import { createDice } from '../shared/dice.ts'
import type { Ledger } from './ledger.ts'

interface Reported {
  kind: 'capture' | 'refund' | 'reversal'
  /** The id of a payment or refund. */
  id: string
  /** For a reversal, the total that was taken back of the payment so far. */
  amountMinor: number
  currency: string
  at: Date
}

/** A report of movements, and where it differs from the ledger: `missing pay_1`, `amount re_2`, `extra pay_…`. */
interface Report {
  movements: Reported[]
  lies: string[]
}

const LIE_SHARE = 0.3
const EXTRA: Pick<Reported, 'kind' | 'id'> = { kind: 'capture', id: 'pay_ofNobody' }

/** Reports what the ledger holds; `isWrong` lacks some, changes some amounts, and adds one. Equal for equal seeds. */
export function reportOf({ entries }: Ledger, isWrong: boolean, seed: number): Report {
  const dice = createDice(seed)
  const report: Report = { movements: [], lies: [] }
  const reversed = new Map<string, number>()
  for (const { kind, paymentId, refundId, amountMinor: moved, currency, at } of entries) {
    if (!isMovement(kind)) continue
    const id = refundId ?? paymentId
    const total = kind === 'reversal' ? (reversed.get(id) ?? 0) + moved : moved
    if (kind === 'reversal') reversed.set(id, total)
    const lie = isWrong && dice.chance(LIE_SHARE) ? dice.pick(['missing', 'amount']) : undefined
    if (lie !== undefined) report.lies.push(`${lie} ${id}`)
    const amountMinor = lie === 'amount' ? total + 1 : total
    if (lie !== 'missing') report.movements.push({ kind, id, amountMinor, currency, at })
  }
  const [first] = entries
  if (isWrong && first !== undefined) {
    report.movements.push({ ...EXTRA, amountMinor: 1, currency: 'BRL', at: first.at })
    report.lies.push(`extra ${EXTRA.id}`)
  }
  return report
}

function isMovement(kind: string): kind is Reported['kind'] {
  return kind === 'capture' || kind === 'refund' || kind === 'reversal'
}
