import type { Sighting, Subject } from './sightings.ts'

const TABLES = {
  sessions: 'session',
  payments: 'payment',
  refunds: 'refund',
  deliveries: 'delivery',
  disputes: 'dispute',
}

/** SQL: records every committed change of a state by a trigger. */
export const RECORD_MOVES: readonly string[] = [
  'create schema campaign',
  'create table campaign.moves (noun text not null, "from" text not null, "to" text not null)',
  `create function campaign.record_move() returns trigger language plpgsql security definer as $$
   begin
     insert into campaign.moves values (tg_argv[0], old.status, new.status);
     return null;
   end $$`,
  ...Object.entries(TABLES).map(
    ([
      table,
      noun,
    ]) => `create trigger campaign_records_moves after update of status on ${table} for each row
       when (old.status <> new.status) execute function campaign.record_move('${noun}')`,
  ),
]

const TAKE_MOVES = `with taken as (delete from campaign.moves returning *)
  select noun, "from", "to", count(*)::int as times from taken group by 1, 2, 3`

interface Move {
  noun: string
  from: string
  to: string
  times: number
}

/** Takes the state changes that were recorded since the last call. */
export async function takeMoves(ask: (text: string) => Promise<Move[]>): Promise<Sighting[]> {
  const rows = await ask(TAKE_MOVES)
  return rows.map(({ noun, from, to, times }) => ({
    subject: `move of a ${noun}` as Subject,
    name: moveName(from, to),
    times,
  }))
}

export function moveName(from: string, to: string): string {
  return `${from} → ${to}`
}
