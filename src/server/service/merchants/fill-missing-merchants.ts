import { fillMerchants, type TableWithMerchants } from '../../database/missing-merchants.ts'
import type { ServiceContext } from '../context.ts'

const BATCH = 1000

/**
 * Writes the merchant of payments made by a release before 0046, or of refunds by one before 0080, the newest first; true when
 * there may be more. It ends by itself: once no row lacks its merchant, a run is one look at the index.
 */
export async function fillMissingMerchants(
  { database }: Pick<ServiceContext, 'database'>,
  table: TableWithMerchants,
): Promise<boolean> {
  return (await fillMerchants(database, table, BATCH)) === BATCH
}
