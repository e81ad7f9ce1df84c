import { z } from 'zod'
import { MerchantId, RefundId, SessionId } from '../ids.ts'
import { DeclineCode, PaymentMethod, type CardBrand, type PaymentState } from '../payment.ts'
import { RefundState } from '../refund.ts'
import { SessionPaymentState, SessionState } from '../session.ts'
import type { MaskedCustomer } from './find.ts'

const YES_OR_NO = ['yes', 'no'] as const
/** As in `259.90`: of whatever currency a session has. */
const Decimal = z.string().regex(/^\d{1,12}(?:\.\d{1,3})?$/)
const TimeZoneName = z.string().min(1).max(64)

/** What a list of sessions is narrowed to. It stands in the address of the page, too. */
const SESSION_FILTERS = {
  status: SessionState.optional(),
  /** `unknown`: the payment that `method` is of has no known outcome. */
  payment: z.enum([...SessionPaymentState.options, 'unknown']).optional(),
  /** Of the payment that succeeded, else of the latest. */
  method: PaymentMethod.optional(),
  /** Whether that payment was declined, or by which code. */
  declined: z.union([z.enum(YES_OR_NO), DeclineCode]).optional(),
  /** Whether its money came after the session had ended. */
  late: z.enum(YES_OR_NO).optional(),
  /** Both included. */
  amountFrom: Decimal.optional(),
  amountTo: Decimal.optional(),
}

/** Days of the time zone, both included; without one, of UTC. */
const DAYS = {
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  tz: TimeZoneName.optional(),
}

/** The query of `GET /api/sessions`. Without a merchant: of every one, for the operator's people. */
export const ListedSessionsQuery = z.strictObject({
  merchant: MerchantId.optional(),
  ...SESSION_FILTERS,
  ...DAYS,
  cursor: SessionId.optional(),
})
export type ListedSessionsQuery = z.infer<typeof ListedSessionsQuery>

/** A session with its payment that succeeded, or its latest. Amounts are in minor units, times ISO 8601. */
export interface ListedSession {
  id: string
  merchantId: string
  merchantName: string
  orderReference: string | null
  status: SessionState
  paymentStatus: SessionPaymentState
  amount: number
  currency: string
  createdAt: string
  /** Null when nobody has pressed Pay. */
  payment: {
    id: string
    status: PaymentState
    method: PaymentMethod
    cardBrand: CardBrand | null
    cardLastFour: string | null
    declineCode: DeclineCode | null
    late: boolean
  } | null
  customer: MaskedCustomer
}

/** A page of a list, newest first. */
export interface ListAnswer<Row> {
  rows: Row[]
  /** Where the next page begins; null when there is none. */
  cursor: string | null
  /** When the oldest was made that was looked at; null when there was none. */
  lookedBackTo: string | null
  /** Nothing older is in the range: else a page of few rows, or of none, may be followed by more. */
  isExhausted: boolean
}

/** The query of `GET /api/refunds`. */
export const ListedRefundsQuery = z.strictObject({
  merchant: MerchantId.optional(),
  status: RefundState.optional(),
  ...DAYS,
  cursor: RefundId.optional(),
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
  /** When it ended, or was asked for. */
  updatedAt: string
}

export const EXPORTED_LISTS = ['payments', 'refunds'] as const
/** `excel`: with semicolons and decimal commas, as spreadsheets read it where amounts are written so. */
export const EXPORT_FORMATS = ['csv', 'excel', 'jsonl'] as const

/** The query of `GET /api/exports/{list}`. Of refunds, the filters of sessions are refused. */
export const ExportQuery = z.strictObject({
  merchant: MerchantId,
  format: z.enum(EXPORT_FORMATS),
  from: z.iso.date(),
  to: z.iso.date(),
  tz: TimeZoneName,
  /** Of payments: the filters of the list. */
  ...SESSION_FILTERS,
  /** Names with commas between; without them, all. */
  columns: z.string().max(1000).optional(),
  /** Also who paid, for people who may read that of everybody. */
  persons: z.enum(YES_OR_NO).optional(),
})
export type ExportQuery = z.infer<typeof ExportQuery>

/** The answer of `GET /api/merchants/{id}/zone`. */
export interface MerchantZone {
  name: string
  /** IANA name. */
  timeZone: string
}
