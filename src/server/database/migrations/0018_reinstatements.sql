-- Money that banks took back may come again, and go once more: a second total that never falls, too. What is taken back now is
-- the difference, and never below 0.
alter table payments add column reinstated_minor bigint not null default 0;
alter table sessions add column amount_reinstated_minor bigint not null default 0;

-- Since when the processor says of a payment what cannot be, so that it is not booked.
alter table payments add column unexplained_since timestamptz;
-- When an operator paid owed money outside of the processor.
alter table payments add column paid_outside_at timestamptz;

-- Why money was taken back; null: not said.
alter table reversals add column kind text;
alter table reversals add constraint a_reversal_has_a_known_kind
  check (kind in ('chargeback', 'capture_failed', 'refund_elsewhere', 'network')) not valid;

-- Each time that the total given back again of a payment grew.
create table reinstatements (
  payment_id text collate "C" not null references payments,
  total_minor bigint not null check (total_minor > 0),
  recorded_at timestamptz not null,
  primary key (payment_id, total_minor)
);
create index reinstatements_by_time on reinstatements (recorded_at);

-- Refunds never exceed what is left of the captured money. A reversal may: it is recorded whatever it says.
create or replace function refunds_count() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update payments set refunded_minor = refunded_minor + new.amount_minor where id = new.payment_id
      and refunded_minor + new.amount_minor <= captured_minor - greatest(reversed_minor - reinstated_minor, 0);
    if not found then
      raise exception 'a refund exceeds what is left of its payment'
        using errcode = 'check_violation', constraint = 'refunds_within_captured';
    end if;
  elsif tg_op = 'UPDATE' and old.status <> new.status and new.status = 'failed' then
    update payments set refunded_minor = refunded_minor - new.amount_minor where id = new.payment_id;
  end if;
  return new;
end $$;
