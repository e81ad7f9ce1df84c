import { type Arrival, isReturnVerificationError, verifyReturn } from '#client/index.ts'
import type { Order } from './order.ts'

/** The return link's signature: valid, invalid or absent. */
export type ArrivalCheck =
  | { kind: 'verified'; arrival: Arrival }
  | { kind: 'refused'; reason: string; message: string }
  | { kind: 'none' }

/**
 * Verifies the return link of an order's page. `storeUrl` is the public address: a proxy may change the request's own.
 */
export async function checkArrival(
  order: Order,
  requestUrl: string,
  { storeUrl, webhookSecret, now }: { storeUrl: string; webhookSecret: string; now: Date },
): Promise<ArrivalCheck> {
  const { pathname, search, searchParams } = new URL(requestUrl)
  if (!searchParams.has('session_id')) return { kind: 'none' }
  try {
    const arrival = await verifyReturn(storeUrl + pathname + search, webhookSecret, { now })
    return order.sessions.some(({ id }) => id === arrival.sessionId)
      ? { kind: 'verified', arrival }
      : { kind: 'refused', reason: 'other_order', message: 'The session is of another order.' }
  } catch (error) {
    if (!isReturnVerificationError(error)) throw error
    return { kind: 'refused', reason: error.reason, message: error.message }
  }
}
