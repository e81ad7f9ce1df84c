-- A refund that succeeded may come back, as from a closed account, and be sent after all (decision 100).
alter table refunds
  add column reversed_at timestamptz,
  -- When it may first have gone out, in real time; null: it certainly was not sent, or a release before may have sent it.
  add column requested_at timestamptz,
  -- When it was sent after all, and no longer fitted into what is left of its payment: a reversal stands for it.
  add column overdrawn_at timestamptz;

-- Owed money whose refund came back waits for a person.
alter table payments add column refund_held_at timestamptz;

alter table refunds drop constraint refunds_status_check;
alter table refunds add constraint refunds_status_check check (
  status in ('pending', 'succeeded', 'failed', 'reversed')
) not valid;
alter table refunds add constraint a_reversed_refund_has_its_time check (
  (status = 'reversed') = (reversed_at is not null)
) not valid;

-- domain/refund-state.ts states the same table in code.
create or replace function refunds_move_legally() returns trigger language plpgsql as $$
begin
  if (old.status, new.status) not in (
    ('pending', 'succeeded'), ('pending', 'failed'), ('succeeded', 'reversed'), ('reversed', 'succeeded')
  ) then
    raise exception 'a refund cannot go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'refunds_move_legally';
  end if;
  return new;
end $$;

-- What failed or came back is left of its payment again. What is sent after all must still fit.
create or replace function refunds_count() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or (old.status = 'reversed' and new.status = 'succeeded') then
    update payments set refunded_minor = refunded_minor + new.amount_minor where id = new.payment_id
      and refunded_minor + new.amount_minor <= captured_minor - greatest(reversed_minor - reinstated_minor, 0);
    if not found then
      raise exception 'a refund exceeds what is left of its payment'
        using errcode = 'check_violation', constraint = 'refunds_within_captured';
    end if;
  elsif old.status <> new.status and new.status in ('failed', 'reversed') then
    update payments set refunded_minor = refunded_minor - new.amount_minor where id = new.payment_id;
  end if;
  return new;
end $$;
