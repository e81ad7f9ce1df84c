import { z } from 'zod'
import { MerchantId, RefundId, SessionId } from '../ids.ts'
import { DeclineCode, PaymentMethod, type CardBrand } from '../payment.ts'
import { RefundState } from '../refund.ts'
import { SessionState } from '../session.ts'
import type { MaskedCustomer } from './find.ts'
import { STANDING_FILTERS } from './standing-words.ts'
import type { Standing } from './standing.ts'

const YES_OR_NO = ['yes', 'no'] as const
/** An amount such as `259.90`, in the currency of each session. */
const Decimal = z.string().regex(/^\d{1,12}(?:\.\d{1,3})?$/)
const TimeZoneName = z.string().min(1).max(64)

/** Filters of a list of sessions. The page's URL contains them, too. */
const SESSION_FILTERS = {
  status: SessionState.optional(),
  /** What the payment is. */
  payment: z.enum(STANDING_FILTERS).optional(),
  /** Whether a bank took back money of it. */
  takenBack: z.enum(YES_OR_NO).optional(),
  /** The method of the payment that is shown. */
  method: PaymentMethod.optional(),
  /** Whether that payment was declined, or by which code. */
  declined: z.union([z.enum(YES_OR_NO), DeclineCode]).optional(),
  /** Whether its money came after the session had ended. */
  late: z.enum(YES_OR_NO).optional(),
  /** The bounds of what is charged, both included. */
  amountFrom: Decimal.optional(),
  amountTo: Decimal.optional(),
}

/** A range of days, both included, in the time zone `tz` (default: UTC). */
const DAYS = {
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  tz: TimeZoneName.optional(),
}

/** The query of `GET /api/sessions`. Without `merchant`: sessions of every merchant, for the operator's people. */
export const ListedSessionsQuery = z.strictObject({
  merchant: MerchantId.optional(),
  ...SESSION_FILTERS,
  ...DAYS,
  after: SessionId.optional(),
})
export type ListedSessionsQuery = z.infer<typeof ListedSessionsQuery>

/** A session with the payment by which it is shown. Amounts are in minor units, times ISO 8601. */
export interface ListedSession {
  id: string
  merchantId: string
  merchantName: string
  orderReference: string | null
  status: SessionState
  standing: Standing
  createdAt: string
  /** Null when nobody has pressed Pay. */
  payment: {
    id: string
    method: PaymentMethod
    cardBrand: CardBrand | null
    cardLastFour: string | null
    declineCode: DeclineCode | null
    late: boolean
  } | null
  customer: MaskedCustomer
}

/** The query of `GET /api/refunds`. */
export const ListedRefundsQuery = z.strictObject({
  merchant: MerchantId.optional(),
  status: RefundState.optional(),
  ...DAYS,
  after: RefundId.optional(),
})
export type ListedRefundsQuery = z.infer<typeof ListedRefundsQuery>

export interface ListedRefund {
  id: string
  sessionId: string
  merchantId: string
  merchantName: string
  orderReference: string | null
  status: RefundState
  amount: number
  currency: string
  method: PaymentMethod
  reason: string | null
  createdAt: string
  /** When the refund ended, else when it was asked for. */
  updatedAt: string
}

export const EXPORTED_LISTS = ['payments', 'refunds'] as const
/** `excel`: CSV with semicolons and decimal commas, for spreadsheets in countries that write amounts so. */
export const EXPORT_FORMATS = ['csv', 'excel', 'jsonl'] as const

/**
 * The query of `GET /api/exports/{list}`. An export of refunds refuses the filters of sessions, and `persons`. Without `merchant`: of
 * every merchant, for the operator's people.
 */
export const ExportQuery = z.strictObject({
  merchant: MerchantId.optional(),
  format: z.enum(EXPORT_FORMATS),
  from: z.iso.date(),
  to: z.iso.date(),
  tz: TimeZoneName,
  /** For payments only: the filters of the list of sessions. */
  ...SESSION_FILTERS,
  /** Names of columns, separated by commas. Default: all columns. */
  columns: z.string().max(1000).optional(),
  /** Whether to include the payers' data, for people who may read that of everybody. */
  persons: z.enum(YES_OR_NO).optional(),
})
export type ExportQuery = z.infer<typeof ExportQuery>

/** The answer of `GET /api/merchants/{id}/zone`. */
export interface MerchantZone {
  name: string
  /** IANA name. */
  timeZone: string
}
