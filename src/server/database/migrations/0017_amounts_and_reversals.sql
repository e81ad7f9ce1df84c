-- Money as the processor took it, and as networks took it back. The new checks are not validated: rows of before hold the
-- narrower ones that these replace.
alter table payments
  -- Null: the currency that was asked.
  add column captured_currency text,
  -- The operator who accepted another amount, or "policy".
  add column accepted_by text,
  -- The total that was taken back. A fact of the processor: no check bounds it.
  add column reversed_minor bigint not null default 0;
alter table payments drop constraint payments_status_check, drop constraint captured_is_the_amount,
  drop constraint success_is_captured;
alter table payments add constraint payments_status_check check (
  status in ('created', 'requires_action', 'processing', 'unknown', 'amount_mismatch', 'succeeded', 'failed')
) not valid;
alter table payments add constraint captured_is_not_negative check (captured_minor >= 0) not valid;
alter table payments add constraint success_is_captured check (
  status <> 'succeeded'
  or (captured_currency is null and captured_minor > 0 and (captured_minor = amount_minor or accepted_by is not null))
) not valid;

drop index payments_one_live;
alter index payments_one_unfinished rename to payments_one_live;

alter table sessions
  -- Null: paid by a server that did not record it, or not paid.
  add column amount_captured_minor bigint,
  add column amount_reversed_minor bigint not null default 0;

alter table merchants add column amount_mismatch text not null default 'hold'
  check (amount_mismatch in ('hold', 'accept', 'refund'));

-- Each time that the total taken back of a payment grew.
create table reversals (
  payment_id text collate "C" not null references payments,
  total_minor bigint not null check (total_minor > 0),
  recorded_at timestamptz not null,
  primary key (payment_id, total_minor)
);
create index reversals_by_time on reversals (recorded_at);

-- Refunds never exceed what is left of the captured money. A reversal may: it is recorded whatever it says.
create or replace function refunds_count() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update payments set refunded_minor = refunded_minor + new.amount_minor where id = new.payment_id
      and refunded_minor + new.amount_minor <= captured_minor - reversed_minor;
    if not found then
      raise exception 'a refund exceeds what is left of its payment'
        using errcode = 'check_violation', constraint = 'refunds_within_captured';
    end if;
  elsif tg_op = 'UPDATE' and old.status <> new.status and new.status = 'failed' then
    update payments set refunded_minor = refunded_minor - new.amount_minor where id = new.payment_id;
  end if;
  return new;
end $$;

create or replace function payments_move_legally() returns trigger language plpgsql as $$
begin
  if not (
    (old.status = 'created'
      and new.status in ('requires_action', 'processing', 'unknown', 'amount_mismatch', 'succeeded', 'failed'))
    or (old.status = 'requires_action' and new.status in ('processing', 'amount_mismatch', 'succeeded', 'failed'))
    or (old.status = 'processing' and new.status in ('unknown', 'amount_mismatch', 'succeeded', 'failed'))
    or (old.status = 'unknown'
      and new.status in ('requires_action', 'processing', 'amount_mismatch', 'succeeded', 'failed'))
    or (old.status = 'amount_mismatch' and new.status in ('succeeded', 'failed'))
    or (old.status = 'failed' and new.status in ('amount_mismatch', 'succeeded') and new.late)
  ) then
    raise exception 'a payment cannot go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'payments_move_legally';
  end if;
  return new;
end $$;

create or replace function session_is_at_rest(of_session text, since timestamptz) returns boolean language sql stable as $$
  select exists (select from sessions where id = of_session and status <> 'open')
    and not exists (
      select from payments where session_id = of_session and status not in ('succeeded', 'failed')
    )
    and not exists (select from refunds where session_id = of_session and status = 'pending')
    and not exists (
      select from events e join deliveries d on d.event_id = e.id where e.session_id = of_session and d.status = 'pending'
    )
    and not exists (select from receipt_emails where session_id = of_session and status = 'pending')
    and not exists (
      select from events e left join deliveries d on d.event_id = e.id
      where e.session_id = of_session and greatest(e.created_at, d.created_at) > since
    )
$$;
