import type { MerchantFilter } from './database/merchant-filter.ts'
import { readMerchantOfReference, readMerchantOfSession } from './database/sessions.ts'
import type { ServiceContext } from './context.ts'
import { referenceHash } from './keys/reference.ts'

/** Up to when work is due, and for which merchants. */
export interface Due extends MerchantFilter {
  now: Date
}

/** Merchants who have a clock of their own, as the sandbox allows it. In production nobody has. */
export interface MerchantTime {
  /** What time it is for a merchant, whenever it is asked. */
  clockOf(merchantId: string): () => Date
  isFrozen(merchantId: string): boolean
  /** Who has a clock of their own. */
  merchants(): string[]
  /** What is due in real time, which is without those merchants. */
  due(): Promise<Due>
}

/** All merchants live in real time. */
export function realTime(clock: () => Date): MerchantTime {
  return {
    clockOf: () => clock,
    isFrozen: () => false,
    merchants: () => [],
    due: async () => ({ now: clock() }),
  }
}

/** The same with the time of a merchant. */
export function inTimeOf<Context extends ServiceContext>(
  context: Context,
  merchantId: string,
): Context {
  return { ...context, clock: context.time.clockOf(merchantId) }
}

/** The same with the time of the merchant whose session has this reference. */
export async function inTimeOfReference(
  context: ServiceContext,
  reference: string,
): Promise<ServiceContext> {
  if (context.time.merchants().length === 0) return context
  const merchantId = await readMerchantOfReference(context.database, referenceHash(reference))
  return merchantId === undefined ? context : inTimeOf(context, merchantId)
}

/** The same with the time of a session's merchant. */
export async function inTimeOfSession(
  context: ServiceContext,
  sessionId: string,
): Promise<ServiceContext> {
  if (context.time.merchants().length === 0) return context
  const merchantId = await readMerchantOfSession(context.database, sessionId)
  return merchantId === undefined ? context : inTimeOf(context, merchantId)
}
