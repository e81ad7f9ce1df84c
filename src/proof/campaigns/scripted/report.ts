import { isTotal } from '#domain/compare-books.ts'
import { createDice } from '../shared/dice.ts'
import type { Ledger } from './ledger.ts'

interface Reported {
  kind: 'capture' | 'refund' | 'reversal' | 'reinstatement'
  /** The id of a payment or refund. */
  id: string
  /** For a reversal or reinstatement, the total of the payment so far. */
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

/**
 * Reports what the ledger holds, each refund once: it may have come back, and have been sent after all. `isWrong` lacks some, changes some amounts, and adds one.
 * Equal for equal seeds.
 */
export function reportOf({ entries }: Ledger, isWrong: boolean, seed: number): Report {
  const dice = createDice(seed)
  const report: Report = { movements: [], lies: [] }
  const totals = new Map<string, number>()
  const refunded = new Set<string>()
  // A lie about one of several totals cannot be told from what the greatest of them says.
  const times = (kind: string, id: string) =>
    entries.filter((entry) => entry.kind === kind && entry.paymentId === id).length
  for (const { kind, paymentId, refundId, amountMinor: moved, currency, at } of entries) {
    if (!isMovement(kind)) continue
    const id = refundId ?? paymentId
    if (kind === 'refund' && refunded.has(id)) continue
    if (kind === 'refund') refunded.add(id)
    const total = isTotal({ kind }) ? (totals.get(`${kind} ${id}`) ?? 0) + moved : moved
    totals.set(`${kind} ${id}`, total)
    const mayLie = isWrong && (!isTotal({ kind }) || times(kind, id) === 1)
    const lie = mayLie && dice.chance(LIE_SHARE) ? dice.pick(['missing', 'amount']) : undefined
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

const KINDS = [
  'capture',
  'refund',
  'reversal',
  'reinstatement',
] as const satisfies Reported['kind'][]

function isMovement(kind: string): kind is Reported['kind'] {
  return (KINDS as readonly string[]).includes(kind)
}
