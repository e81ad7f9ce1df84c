import type { Customer } from '#contract/session.ts'
import { exponentOf, isCurrency } from '#domain/currency.ts'
import { PERSON_COLUMNS } from '#domain/export-columns.ts'
import type { LocalTime } from '#domain/local-time.ts'
import { standing } from '#domain/standing.ts'
import { toDecimal } from '#domain/money.ts'
import type { ExportedPayment } from '../../database/payments/export-payments.ts'
import type { ListedRefund } from '../../database/refunds/list-refunds.ts'

/** `written`: a decimal or a time that this program has formatted, so that it needs no protection against formulas. */
export type ExportedValue =
  | string
  | number
  | boolean
  | null
  | { written: string; isDecimal?: boolean }

/** A row by the names of its columns, in their order. */
export type ExportedRow = Readonly<Record<string, ExportedValue>>

/** The row of a payment, by the names of `PAYMENT_COLUMNS`. */
export function paymentRow(payment: ExportedPayment, local: LocalTime): ExportedRow {
  const { currency, references } = payment
  const capturedCurrency = payment.capturedCurrency ?? currency
  // The amount of the session is asked only where there is no payment.
  const session = { status: payment.sessionStatus, amountMinor: payment.amountMinor, currency }
  const { word, kept } = standing(session, payment)
  return {
    paymentId: payment.id,
    sessionId: payment.sessionId,
    orderReference: payment.orderReference,
    status: payment.status,
    declineCode: payment.declineCode,
    method: payment.method,
    cardBrand: payment.cardBrand,
    cardLastFour: payment.cardLastFour,
    installments: payment.installments,
    ...money('amount', payment.amountMinor, currency),
    currency,
    ...money('captured', payment.capturedMinor, capturedCurrency),
    capturedCurrency,
    ...money('refunded', payment.refundedMinor, capturedCurrency),
    late: payment.late,
    ...times('createdAt', payment.createdAt, local),
    ...times('succeededAt', payment.succeededAt, local),
    processor: payment.processor,
    processorReference: references?.processorReference ?? null,
    endToEndId: references?.endToEndId ?? null,
    standing: word,
    ...money('takenBack', payment.reversedMinor, capturedCurrency),
    ...(kept === null
      ? { kept: null, keptMinor: null }
      : money('kept', kept.amount, kept.currency)),
    authorizationCode: references?.authorizationCode ?? null,
    txid: references?.txid ?? null,
    boletoNumber: references?.boletoNumber ?? null,
    ...moneyOrNull('interest', payment.interestMinor, currency),
    ...money('discount', payment.discountMinor, currency),
    merchantId: payment.merchantId,
    merchantName: payment.merchantName,
    ...money('reinstated', payment.reinstatedMinor, capturedCurrency),
    captureMethod: payment.captureMethod ?? 'automatic',
    ...moneyOrNull('authorized', payment.authorizedMinor, currency),
  }
}

/** The columns of a customer, by the names of `PERSON_COLUMNS`. */
export function personRow(customer: Customer): ExportedRow {
  return Object.fromEntries(PERSON_COLUMNS.map((name) => [name, customer[name] ?? null]))
}

/** The row of a refund, by the names of `REFUND_COLUMNS`. */
export function refundRow(refund: ListedRefund, local: LocalTime): ExportedRow {
  const { references } = refund
  return {
    refundId: refund.id,
    paymentId: refund.paymentId,
    sessionId: refund.sessionId,
    orderReference: refund.orderReference,
    status: refund.status,
    ...money('amount', refund.amountMinor, refund.currency),
    currency: refund.currency,
    reason: refund.reason,
    ...times('createdAt', refund.createdAt, local),
    ...times('updatedAt', refund.updatedAt, local),
    processor: refund.processor,
    processorReference: references?.processorReference ?? null,
    returnId: references?.returnId ?? null,
    merchantId: refund.merchantId,
    merchantName: refund.merchantName,
    ...times('reversedAt', refund.reversedAt, local),
  }
}

function moneyOrNull(name: string, minor: number | null, currency: string): ExportedRow {
  return minor === null ? { [name]: null, [`${name}Minor`]: null } : money(name, minor, currency)
}

/** An amount as a decimal and in minor units; the decimal is null for an unknown currency. */
function money(name: string, minor: number, currency: string): ExportedRow {
  const decimal = isCurrency(currency)
    ? { written: toDecimal(minor, exponentOf(currency)), isDecimal: true }
    : null
  return { [name]: decimal, [`${name}Minor`]: minor }
}

/** A time in UTC, and in the zone of the export with its offset. */
function times(name: string, at: Date | null, local: LocalTime): ExportedRow {
  return {
    [name]: at && { written: at.toISOString() },
    [`${name}Local`]: at && { written: local.format(at) },
  }
}
