import { readMerchantOfReference, readMerchantOfSession } from '../../server/database/sessions.ts'
import type { Whose } from '../../server/database/whose.ts'
import type { ServiceContext } from '../../server/context.ts'
import type { Delivering } from '../../server/worker/deliveries/deliver.ts'
import type { SendingReceipts } from '../../server/worker/receipts/send-receipts.ts'
import { referenceHash } from '../../server/keys/reference.ts'
import type { MerchantClocks } from './merchant-clocks.ts'

/** The simulated processor's share of a merchant's time. */
export interface SimulatorTime {
  /** Does what is due by then, and counts it. */
  runDue(now: Date, whose: { except: readonly string[] } | { only: string }): Promise<number>
  /** The first moment after another at which something of a merchant is due there. */
  nextDue(merchantId: string, after: Date): Promise<Date | undefined>
}

/** The clocks of merchants, and all that does their due work. In production there is none of it. */
export interface MerchantTime {
  clocks: MerchantClocks
  deliveries: Omit<Delivering, 'clock'>
  receipts: SendingReceipts | undefined
  simulator: SimulatorTime | undefined
}

/** A context of the sandbox. */
export type ContextWithTime = ServiceContext & { time: MerchantTime }

/** The context of a service that has clocks; `undefined` in production. */
export function withTime(context: ServiceContext): ContextWithTime | undefined {
  const { time } = context
  return time && { ...context, time }
}

/** What works on everybody's due work leaves those alone who have a clock of their own. */
export function whoseTurn({ time }: ServiceContext): Whose {
  return time === undefined ? 'everybody' : 'in real time'
}

/** The same with the time of a merchant. */
export function inTimeOf(context: ServiceContext, merchantId: string): ServiceContext {
  const { time } = context
  return time === undefined ? context : { ...context, clock: time.clocks.clockOf(merchantId) }
}

/** The same with the time of the merchant whose session has this reference. */
export async function inTimeOfReference(
  context: ServiceContext,
  reference: string,
): Promise<ServiceContext> {
  if (!someHaveClocks(context)) return context
  const merchantId = await readMerchantOfReference(context.database, referenceHash(reference))
  return merchantId === undefined ? context : inTimeOf(context, merchantId)
}

/** The same with the time of a session's merchant. */
export async function inTimeOfSession(
  context: ServiceContext,
  sessionId: string,
): Promise<ServiceContext> {
  if (!someHaveClocks(context)) return context
  const merchantId = await readMerchantOfSession(context.database, sessionId)
  return merchantId === undefined ? context : inTimeOf(context, merchantId)
}

function someHaveClocks({ time }: ServiceContext): boolean {
  return time !== undefined && time.clocks.merchants().length > 0
}
