import type { LookBackPage } from '#contract/list-page.ts'
import type { Queryable } from '../../database/engine/database.ts'
import {
  lookBackAtRefunds,
  type ListedRefund,
  type LookBackAtRefunds,
} from '../../database/refunds/list-refunds.ts'
import { isWithin, type Scope } from '../people/scope.ts'

export type RefundsPage = LookBackPage<ListedRefund, Date>

/**
 * A page of the refunds of a merchant or of all, newest first. In a list of one merchant, how far it looked back is that
 * merchant's own. Undefined for a merchant outside the scope.
 */
export async function listRefunds(
  { database }: { database: Queryable },
  scope: Scope,
  asked: LookBackAtRefunds,
): Promise<RefundsPage | undefined> {
  return isWithin(scope, asked.merchantId) ? lookBackAtRefunds(database, asked) : undefined
}
