import { z } from 'zod'
import { preparedStatement, type Queryable } from './prepared-statement.ts'

const PAGE = 1000

const Row = z.object({
  // The driver returns bigint as text unless configured otherwise.
  sequence: z.coerce.string(),
  kind: z.enum(['capture', 'refund', 'reversal', 'reinstatement']),
  id: z.string(),
  amountMinor: z.coerce.number(),
  currency: z.string(),
  at: z.date(),
})

const list = preparedStatement(
  'list_movements',
  `select sequence, kind, coalesce(refund_id, payment_id) as id,
     case when kind in ('reversal', 'reinstatement') then (
       select sum(r.amount_minor) from simulator.ledger_entries r
       where r.payment_id = e.payment_id and r.kind = e.kind and r.sequence <= e.sequence
     ) else amount_minor end as "amountMinor", currency, recorded_at as at
   from simulator.ledger_entries e where sequence > $1 and recorded_at >= $2 and kind in ('capture', 'refund', 'reversal', 'reinstatement')
   order by sequence limit ${PAGE}`,
)

/**
 * A page of the ledger's captures, refunds and reversals; a reversal has the payment's total so far. `next` is the cursor of
 * the next page, and absent on the last page.
 */
export async function listMovements(
  db: Queryable,
  { since, cursor }: { since: Date; cursor: string },
) {
  const { rows } = await db.query(list([cursor, since]))
  const movements = z.array(Row).parse(rows)
  const last = movements.length === PAGE ? movements.at(-1) : undefined
  return {
    movements: movements.map(({ kind, id, amountMinor, currency, at }) => ({
      kind,
      id,
      amountMinor,
      currency,
      at,
    })),
    ...(last && { next: last.sequence }),
  }
}
