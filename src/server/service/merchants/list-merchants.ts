import type { Page } from '#contract/list-page.ts'
import { pageOf } from '../../database/engine/read-page.ts'
import {
  listMerchantSummaries,
  type MerchantSummary,
} from '../../database/merchants/merchant-summaries.ts'
import type { OperatorContext } from '../audit/operator-context.ts'
import { merchantOf, type Scope } from '../people/scope.ts'

const PAGE_SIZE = 50

/** Merchants of these scopes by name, 50 at a time. */
export async function listMerchants(
  { database, clock }: Pick<OperatorContext, 'database' | 'clock'>,
  scopes: readonly Scope[],
  { text, after }: { text: string | null; after: string | null },
): Promise<Page<MerchantSummary>> {
  const ids = scopes.map(merchantOf)
  const found = await listMerchantSummaries(database, {
    ids: ids.includes(null) ? null : ids.filter((id) => id !== null),
    text,
    after,
    limit: PAGE_SIZE + 1,
    now: clock(),
  })
  return pageOf(found, PAGE_SIZE)
}
