import type { Client } from 'pg'

interface Rule {
  /** Names the sessions or payments that the query returns, with their fault. */
  broken: string
  ids: string
  /** Only if the sandbox's processor keeps its ledger in the same database. */
  ofSandbox?: true
}

/** Invariants that every commit keeps, so that a copy of any moment must keep them, too. */
const RULES: readonly Rule[] = [
  {
    broken: 'sessions whose events do not count from 1 to the last',
    ids: `select s.id from sessions s left join events e on e.session_id = s.id group by s.id
      having count(e.id) <> s.event_sequence or coalesce(max(e.sequence), 0) <> s.event_sequence`,
  },
  {
    broken: 'sessions that are called paid as their payments are not',
    ids: `select s.id from sessions s where (s.payment_status in ('paid', 'partially_refunded', 'refunded'))
      <> ((select count(*) from payments p where p.session_id = s.id and p.status = 'succeeded') = 1)`,
  },
  {
    broken: 'payments that count their refunds wrongly, or gave back more than they took',
    ids: `select p.id from payments p left join refunds r on r.payment_id = p.id and r.status <> 'failed' group by p.id
      having coalesce(sum(r.amount_minor), 0) <> p.refunded_minor or p.refunded_minor > p.captured_minor`,
  },
  {
    broken: 'sessions that count their refunds wrongly',
    ids: `select s.id from sessions s join payments p on p.session_id = s.id and p.status = 'succeeded'
      left join refunds r on r.payment_id = p.id and r.status = 'succeeded' group by s.id
      having coalesce(sum(r.amount_minor), 0) <> s.amount_refunded_minor`,
  },
  {
    broken: 'payments or sessions that count wrongly what was taken back, or given back again',
    ids: `select p.id from payments p join sessions s on s.id = p.session_id
      where p.reversed_minor <> coalesce((select max(r.total_minor) from reversals r where r.payment_id = p.id), 0)
        or p.reinstated_minor <> coalesce((select max(r.total_minor) from reinstatements r where r.payment_id = p.id), 0)
        or p.reinstated_minor > p.reversed_minor
        or (p.status = 'succeeded' and (s.amount_reversed_minor, s.amount_reinstated_minor)
          <> (p.reversed_minor, p.reinstated_minor))`,
  },
  {
    broken: "payments that the processor's ledger has not captured once, in full",
    ids: `select p.id from payments p left join simulator.ledger_entries l on l.payment_id = p.id and l.kind = 'capture'
      where p.status = 'succeeded' group by p.id having count(l.*) <> 1 or sum(l.amount_minor) <> p.captured_minor`,
    ofSandbox: true,
  },
]
const SHOWN_MAX = 5

/** Violated invariants, each with some ids. */
export async function checkBooks(copy: Client): Promise<string[]> {
  const { rows: schemas } = await copy.query<{ sandbox: boolean }>(
    `select to_regclass('simulator.ledger_entries') is not null as sandbox`,
  )
  const faults: string[] = []
  for (const { broken, ids, ofSandbox } of RULES) {
    if (ofSandbox === true && schemas[0]?.sandbox !== true) continue
    const { rows } = await copy.query<{ id: string }>(ids)
    const shown = rows.slice(0, SHOWN_MAX).map(({ id }) => id)
    if (rows.length > 0) faults.push(`${rows.length} ${broken}: ${shown.join(', ')}`)
  }
  return faults
}
