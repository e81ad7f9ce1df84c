-- A dispute stands where the highest of its steps does (decision 101). Money moves by reversals alone.
create table disputes (
  id text collate "C" primary key,
  merchant_id uuid not null,
  session_id text collate "C" not null references sessions (id),
  payment_id text collate "C" not null references payments (id),
  processor text not null,
  processor_reference text not null,
  stage text not null,
  status text not null,
  rank integer not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  network text,
  reason_code text,
  reason text,
  respond_by timestamptz,
  respond_by_is_proven boolean not null default false,
  opened_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  closed_at timestamptz,
  constraint disputes_once unique (processor, processor_reference),
  constraint a_dispute_stands_where_its_step_does check ((rank, stage, status) in (
    (10, 'inquiry', 'needs_response'),
    (20, 'chargeback', 'needs_response'),
    (30, 'chargeback', 'needs_response'),
    (40, 'chargeback', 'under_review'),
    (50, 'chargeback', 'lost'),
    (60, 'chargeback', 'won'),
    (70, 'chargeback', 'won'),
    (80, 'second_chargeback', 'lost'),
    (90, 'pre_arbitration', 'needs_response'),
    (99, 'pre_arbitration', 'under_review'),
    (100, 'pre_arbitration', 'lost'),
    (101, 'pre_arbitration', 'won'),
    (110, 'arbitration', 'under_review'),
    (120, 'arbitration', 'won'),
    (121, 'arbitration', 'lost')
  )),
  constraint an_ended_dispute_has_its_time check ((status in ('won', 'lost')) = (closed_at is not null))
);
create index disputes_by_session on disputes (session_id);
create index disputes_of_merchant on disputes (merchant_id, id collate "POSIX" desc);
create index disputes_by_state on disputes (merchant_id, status, id collate "POSIX" desc);
create index disputes_due on disputes (respond_by) where status = 'needs_response';

-- Appended only: the server's role may neither change nor delete a step.
create table dispute_steps (
  dispute_id text collate "C" not null references disputes (id),
  kind text not null,
  at timestamptz not null,
  recorded_at timestamptz not null,
  primary key (dispute_id, kind)
);

create function disputes_move_forward() returns trigger language plpgsql as $$
begin
  if new.rank < old.rank then
    raise exception 'a dispute cannot go from rank % back to %', old.rank, new.rank
      using errcode = 'check_violation', constraint = 'disputes_move_forward';
  end if;
  return new;
end $$;
create trigger disputes_move_forward before update of rank on disputes
  for each row execute function disputes_move_forward();

-- Personal data is evidence while a dispute is open.
create or replace function session_is_at_rest(of_session text, since timestamptz)
returns boolean language sql stable as $$
  select exists (select from sessions where id = of_session and status <> 'open')
    and not exists (
      select from payments where session_id = of_session
        and (status not in ('succeeded', 'failed', 'voided') or intent is not null)
    )
    and not exists (select from refunds where session_id = of_session and status = 'pending')
    and not exists (
      select from disputes where session_id = of_session and status in ('needs_response', 'under_review')
    )
    and not exists (
      select from events e join deliveries d on d.event_id = e.id where e.session_id = of_session and d.status = 'pending'
    )
    and not exists (select from receipt_emails where session_id = of_session and status = 'pending')
    and not exists (
      select from events e left join deliveries d on d.event_id = e.id
      where e.session_id = of_session and greatest(e.created_at, d.created_at) > since
    )
$$;
