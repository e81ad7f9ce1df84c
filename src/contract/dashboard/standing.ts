import { z } from 'zod'
import { AmountMinor, Currency } from '../values.ts'
import { STANDING_WORDS } from './standing-words.ts'

const Money = z.object({ amount: AmountMinor, currency: Currency })

/** What a payment is, as every view shows it. Amounts are in minor units. */
export const Standing = z.object({
  word: z.enum(STANDING_WORDS),
  tone: z.enum(['ok', 'warn', 'danger', 'calm']),
  /** What the shopper was charged; while nothing was taken, what is asked. */
  charged: Money,
  /** What is left of it; null while nothing was taken, or nothing is decided. */
  kept: Money.nullable(),
})
export type Standing = z.infer<typeof Standing>
