import type { LedgerRow, PaymentRow, ProcessorBooks, RefundRow } from '../../oracle/books.ts'
import { sum } from '../../oracle/violation.ts'

type Payment = Pick<PaymentRow, 'id' | 'surplusOf' | 'capturedMinor' | 'reversedMinor'>

/** A payment of the tables that came on top of another, such as a second Pix of a code. */
interface Surplus extends Omit<Payment, 'surplusOf'> {
  surplusOf: string
}

type Refund = Pick<RefundRow, 'id' | 'paymentId'>
type Book = Pick<ProcessorBooks, 'ledger' | 'refunds'>

/**
 * A bank's book knows charges: what came for one is shared out to its payment and the surpluses as the tables have them, so
 * that the sums of a charge stay the bank's.
 */
export function splitSurpluses(
  book: Book,
  { payments, refunds }: { payments: readonly Payment[]; refunds: readonly Refund[] },
): Book {
  const surpluses = payments.flatMap(({ surplusOf, ...payment }): Surplus[] =>
    typeof surplusOf === 'string' ? [{ ...payment, surplusOf }] : [],
  )
  const paymentOf = new Map(refunds.map(({ id, paymentId }) => [id, paymentId]))
  const ids = new Set(surpluses.map(({ id }) => id))
  const own = <Row extends { paymentId: string }>(row: Row, refundId: string | null): Row => {
    const paymentId = paymentOf.get(refundId ?? '')
    return paymentId !== undefined && ids.has(paymentId) ? { ...row, paymentId } : row
  }
  const ledger = surpluses.reduce<readonly LedgerRow[]>(
    takeOut,
    book.ledger.map((row) => own(row, row.refundId)),
  )
  return { ledger: [...ledger], refunds: book.refunds.map((row) => own(row, row.id)) }
}

/** Moves what was captured and taken back from the charge's payment to its surplus. */
function takeOut(ledger: readonly LedgerRow[], surplus: Surplus): LedgerRow[] {
  const { id, surplusOf, capturedMinor, reversedMinor } = surplus
  const isOf = (kind: string) => (row: LedgerRow) =>
    row.paymentId === surplusOf && row.kind === kind
  const reversals = ledger.filter(isOf('reversal'))
  const [reversal] = reversals
  const left = ledger.filter((row) => !reversals.includes(row))
  return [
    ...left.flatMap((row) =>
      isOf('capture')(row)
        ? [
            withAmount(row, row.amountMinor - capturedMinor),
            withAmount({ ...row, paymentId: id }, capturedMinor),
          ]
        : [row],
    ),
    ...(reversal === undefined
      ? []
      : [
          { ...reversal, amountMinor: sum(reversals) - reversedMinor },
          { ...reversal, paymentId: id, amountMinor: reversedMinor },
        ].filter(({ amountMinor }) => amountMinor !== 0)),
  ]
}

function withAmount({ asked: whole, ...row }: LedgerRow, amountMinor: number): LedgerRow {
  // Absent: as much as came for the charge.
  const asked = whole ?? { amountMinor: row.amountMinor, currency: row.currency }
  return { ...row, amountMinor, ...(asked.amountMinor !== amountMinor && { asked }) }
}
