import type { PaymentMethod } from '#contract/payment.ts'
import type { SessionState } from '#contract/session.ts'

/** The filters of the list, by their names in the address. */
export const FILTER_NAMES = [
  'status',
  'payment',
  'takenBack',
  'method',
  'declined',
  'late',
  'amountFrom',
  'amountTo',
  'from',
  'to',
] as const
export type FilterName = (typeof FILTER_NAMES)[number]

export const SESSION_STATES: readonly SessionState[] = ['open', 'complete', 'expired', 'canceled']
export const METHODS: readonly PaymentMethod[] = ['card', 'pix', 'boleto']
export const YES_OR_NO = ['yes', 'no'] as const
