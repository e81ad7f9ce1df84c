import { statement, type Queryable } from '../engine/database.ts'
import { ENDED } from './payment-states.ts'

/** An account that still has payments to decide, or money on its way back to shoppers. */
export interface AccountInUse {
  /** The account's name, as in `payments.processor`. */
  name: string
  alive: number
}

// Each subquery reads an index of unfinished rows; none reads a whole table.
const READ = statement(
  'read accounts in use',
  `select processor as name, count(*)::integer as alive
   from (
     select id, processor from payments where status not in (${ENDED})
     union select id, processor from payments where intent is not null
     union select id, processor from payments where refund_owed_at is not null
     union select p.id, p.processor from refunds r join payments p on p.id = r.payment_id
       where r.status = 'pending' and r.next_inquiry_at is not null
   ) unfinished
   group by 1 order by 1`,
)

export async function readAccountsInUse(database: Queryable): Promise<AccountInUse[]> {
  return database.query<AccountInUse>(READ, [])
}
