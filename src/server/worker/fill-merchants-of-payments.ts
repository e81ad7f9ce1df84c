import { fillMerchantsOf } from '../database/merchants-of-payments.ts'
import type { ServiceContext } from '../context.ts'

const BATCH = 1000

/**
 * Writes the merchant of payments made by a release before 0046, the newest first; true when there may be more. It ends
 * by itself: once no payment lacks its merchant, a run is one look at the index.
 */
export async function fillMerchantsOfPayments({
  database,
}: Pick<ServiceContext, 'database'>): Promise<boolean> {
  return (await fillMerchantsOf(database, BATCH)) === BATCH
}
