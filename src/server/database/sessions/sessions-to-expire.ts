import { statement, type Queryable } from '../engine/database.ts'
import { ROW_BYTES_MAX } from '../engine/read-page.ts'
import {
  merchantCondition,
  merchantValues,
  type MerchantFilter,
} from '../merchants/merchant-filter.ts'
import { methodArray } from '../engine/method-array.ts'
import { LIVE } from '../payments/payment-states.ts'

const KEEPING_OPEN = methodArray(({ keepsSessionOpen }) => keepsSessionOpen)

const DUE = `s.status = 'open' and s.expires_at <= $1 and ${merchantCondition('s.merchant_id', 4)}`
const IS_LIVE = `p.status in (${LIVE})`

// Each half reads in the order of the index, and ends at its limit, however many are due.
const LIST_DUE = statement(
  'sessions to expire',
  `(select s.id, true as "isUnpaid", octet_length(s.details::text) > ${ROW_BYTES_MAX} as "isLarge" from sessions s
    where ${DUE} and not exists (select 1 from payments p where p.session_id = s.id and ${IS_LIVE})
    order by s.expires_at limit $2)
   union all
   (select s.id, false, false from sessions s
    where ${DUE} and exists (
      select 1 from payments p where p.session_id = s.id
        and p.status = 'requires_action' and p.processor = any($3) and p.method <> all('${KEEPING_OPEN}')
    )
    order by s.expires_at limit $2)
   limit $2`,
)

export interface SessionToExpire {
  id: string
  /** Whether no payment of the session is under way. */
  isUnpaid: boolean
  /** Whether it takes too much memory to expire together with others. */
  isLarge: boolean
}

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
): Promise<SessionToExpire[]> {
  const values = [now, limit, processors, ...merchantValues(merchants)]
  return db.query<SessionToExpire>(LIST_DUE, values)
}
