import type { LedgerRow, PaymentRow, ProcessorBooks, RefundRow } from '../../oracle/books.ts'
import { sum } from '../../oracle/violation.ts'

type Payment = Pick<PaymentRow, 'id' | 'surplusOf' | 'capturedMinor' | 'reversedMinor'>

/** A payment in the tables for money that came on top of another payment, such as a second Pix for the same code. */
interface Surplus extends Omit<Payment, 'surplusOf'> {
  surplusOf: string
}

type Refund = Pick<RefundRow, 'id' | 'paymentId'>
type Book = Pick<ProcessorBooks, 'ledger' | 'refunds'>

/**
 * Splits each charge in a bank's book between its payment and the surpluses of that payment, by the amounts in the tables. The
 * sums of each charge stay the bank's.
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

/** Moves the captured and reversed amounts of a surplus from the charge's payment to the surplus. */
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
  // Without `asked`, the charge was for exactly the amount that was received.
  const asked = whole ?? { amountMinor: row.amountMinor, currency: row.currency }
  return { ...row, amountMinor, ...(asked.amountMinor !== amountMinor && { asked }) }
}
