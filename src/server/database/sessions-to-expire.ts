import { statement, type Queryable } from './database.ts'
import { merchantCondition, merchantValues, type MerchantFilter } from './merchant-filter.ts'
import { methodArray } from './method-array.ts'

const KEEPING_OPEN = methodArray(({ keepsSessionOpen }) => keepsSessionOpen)

const LIST_DUE = statement(
  'sessions to expire',
  `select s.id from sessions s where s.status = 'open' and s.expires_at <= $1
     and not exists (
       select 1 from payments p where p.session_id = s.id
         and p.status in ('created', 'requires_action', 'processing', 'unknown', 'amount_mismatch')
         and (p.status <> 'requires_action' or p.processor <> all($3) or p.method = any('${KEEPING_OPEN}'))
     ) and ${merchantCondition('s.merchant_id', 4)}
   order by exists (select 1 from payments p where p.session_id = s.id and p.status = 'requires_action'), s.expires_at, s.id
   limit $2`,
)

/**
 * Open sessions past their expiry. A session with a payment under way is not due: the processor may still report
 * success, and the money of a boleto arrives days after the shopper paid. Sessions whose payment must be canceled at the
 * processor come last, so that a silent processor does not delay the others; those of a processor that this process does
 * not have are left to the processes that do.
 */
export async function listSessionsToExpire(
  db: Queryable,
  { now, limit, processors }: { now: Date; limit: number; processors: readonly string[] },
  merchants: MerchantFilter = {},
): Promise<{ id: string }[]> {
  const values = [now, limit, processors, ...merchantValues(merchants)]
  return db.query<{ id: string }>(LIST_DUE, values)
}
