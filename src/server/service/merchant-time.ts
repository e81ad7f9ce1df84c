import type { Database } from '../database/engine/database.ts'
import type { MerchantFilter } from '../database/merchants/merchant-filter.ts'
import { readMerchantOfReference, readMerchantOfSession } from '../database/sessions/sessions.ts'
import { referenceHash } from './keys/reference.ts'

/** Work that is due: until when, and for which merchants. */
export interface Due extends MerchantFilter {
  now: Date
}

/** Clocks per merchant, a feature of the sandbox. In production every merchant lives in real time. */
export interface MerchantTime {
  /** The merchant's clock: real time unless the merchant has its own. */
  clockOf(merchantId: string): () => Date
  isFrozen(merchantId: string): boolean
  /** Ids of the merchants with their own clock. */
  merchants(): string[]
  /** Topics of changes that concern every page, because a clock moved; none in production. */
  topics: readonly string[]
  /** What is due in real time: excludes the merchants with their own clock. */
  due(): Promise<Due>
}

export function realTime(clock: () => Date): MerchantTime {
  return {
    clockOf: () => clock,
    isFrozen: () => false,
    merchants: () => [],
    topics: [],
    due: async () => ({ now: clock() }),
  }
}

/** What a merchant's clock is set in. */
interface Timed {
  clock: () => Date
  time: MerchantTime
}

/** The context with the merchant's clock. */
export function inTimeOf<Context extends Timed>(context: Context, merchantId: string): Context {
  return { ...context, clock: context.time.clockOf(merchantId) }
}

/** The context with the clock of the merchant whose session has this reference. */
export async function inTimeOfReference<Context extends Timed & { database: Database }>(
  context: Context,
  reference: string,
): Promise<Context> {
  if (context.time.merchants().length === 0) return context
  const merchantId = await readMerchantOfReference(context.database, referenceHash(reference))
  return merchantId === undefined ? context : inTimeOf(context, merchantId)
}

/** The context with the clock of the session's merchant. */
export async function inTimeOfSession<Context extends Timed & { database: Database }>(
  context: Context,
  sessionId: string,
): Promise<Context> {
  if (context.time.merchants().length === 0) return context
  const merchantId = await readMerchantOfSession(context.database, sessionId)
  return merchantId === undefined ? context : inTimeOf(context, merchantId)
}
