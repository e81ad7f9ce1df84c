import { fillRefundMerchants } from '../database/merchants-of-refunds.ts'
import type { ServiceContext } from '../context.ts'

const BATCH = 1000

/**
 * Writes the merchant of refunds made by a release before 0080, the newest first; true when there may be more. It ends
 * by itself: once no refund lacks its merchant, a run is one look at the index.
 */
export async function fillMerchantsOfRefunds({
  database,
}: Pick<ServiceContext, 'database'>): Promise<boolean> {
  return (await fillRefundMerchants(database, BATCH)) === BATCH
}
