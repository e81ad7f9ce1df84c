import { statement, type Queryable } from './database.ts'

/** An account that still has payments to decide, or money on its way back to shoppers. */
export interface AccountInUse {
  /** As `payments.processor` has it. */
  name: string
  alive: number
}

// Each part reads an index of what is unfinished, and none the whole table.
const READ = statement(
  'read accounts in use',
  `select p.processor as name, count(*)::integer as alive
   from (
     select id from payments where status not in ('succeeded', 'failed')
     union select id from payments where refund_owed_at is not null
     union select payment_id from refunds where status = 'pending' and next_inquiry_at is not null
   ) unfinished
   join payments p on p.id = unfinished.id
   group by 1 order by 1`,
)

export async function readAccountsInUse(database: Queryable): Promise<AccountInUse[]> {
  return database.query<AccountInUse>(READ, [])
}
