import type { Adyen } from './deps.ts'
import type { Amount, LedgerEntry, LedgerKind, Modification, Payment } from './records.ts'

/** What is booked for a payment, in the minor units of its currency. */
export interface Booked {
  /** Held, and neither captured, cancelled nor expired. */
  openValue: number
  /** Captured, less what failed. */
  capturedValue: number
  refundedValue: number
  /** Charged back, less what was given back again. */
  disputedValue: number
}

/** Books an entry: the ledger is only appended to. */
export function book(
  adyen: Adyen,
  payment: Payment,
  kind: LedgerKind,
  value: number,
  by?: Pick<Modification, 'pspReference' | 'reference'>,
): void {
  const entry: LedgerEntry = {
    at: adyen.clock().toISOString(),
    kind,
    merchantAccount: payment.merchantAccount,
    pspReference: payment.pspReference,
    reference: payment.reference,
    amount: { currency: payment.amount.currency, value },
    ...(by !== undefined && { modification: by.pspReference }),
    ...(by?.reference !== undefined && { modificationReference: by.reference }),
  }
  adyen.tables.ledger.put(`${adyen.tables.ledger.size()}`, entry)
}

export function bookedOf(adyen: Adyen, { pspReference }: Pick<Payment, 'pspReference'>): Booked {
  const entries = adyen.tables.ledger.where('payment', pspReference).map(([, entry]) => entry)
  const sum = (...kinds: LedgerKind[]) =>
    entries
      .filter(({ kind }) => kinds.includes(kind))
      .reduce((total, { amount }) => total + amount.value, 0)
  const everCaptured = sum('captured')
  return {
    openValue: sum('authorised') - everCaptured - sum('cancelled', 'expired'),
    capturedValue: everCaptured + sum('captured_again') - sum('capture_failed'),
    refundedValue: sum('refunded') - sum('refund_failed'),
    disputedValue: sum('chargeback', 'second_chargeback') - sum('chargeback_reversed'),
  }
}

/** What was really authorised. */
export function authorisedAmount({ amount, authorised }: Payment): Amount {
  return authorised ?? amount
}
