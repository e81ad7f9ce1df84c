-- A payment may hold an amount before it takes it. Capture and void are intents in its row: committed before the call to the
-- processor, and repeated under one key until they are acknowledged.
alter table payments
  -- Null: automatic.
  add column capture_method text,
  -- What the processor holds, or held, since when, and until when it can be captured.
  add column authorized_minor bigint,
  add column authorized_at timestamptz,
  add column capture_before timestamptz,
  -- What was asked to capture. Kept after the capture; null again once it was refused.
  add column capture_minor bigint,
  add column capture_asked_at timestamptz,
  add column intent text,
  -- When the request may first have gone out, in real time.
  add column intent_sent_at timestamptz,
  add column next_intent_at timestamptz,
  add column intent_tries integer not null default 0,
  -- The last capture that the processor refused.
  add column capture_failed_at timestamptz,
  add column capture_failed_minor bigint,
  -- Why the hold is, or was, released, and when that was acknowledged.
  add column void_reason text,
  add column released_at timestamptz,
  -- What came back from a challenge, until the payment is decided.
  add column returned text;

alter table payments drop constraint payments_status_check;
alter table payments add constraint payments_status_check check (
  status in (
    'created', 'requires_action', 'processing', 'unknown', 'authorized', 'amount_mismatch', 'succeeded', 'failed', 'voided'
  )
) not valid;
alter table payments drop constraint success_is_captured;
alter table payments add constraint success_is_captured check (
  status <> 'succeeded'
  or (
    captured_currency is null and captured_minor > 0
    and (captured_minor = coalesce(capture_minor, amount_minor) or accepted_by is not null)
  )
) not valid;
alter table payments add constraint a_capture_method_is_known check (capture_method = 'manual') not valid;
alter table payments add constraint a_hold_has_an_amount_and_an_end check (
  status <> 'authorized' or (authorized_minor > 0 and authorized_at is not null and capture_before is not null)
) not valid;
alter table payments add constraint captures_stay_within_the_hold check (
  capture_minor between 1 and coalesce(authorized_minor, amount_minor)
) not valid;
alter table payments add constraint an_intent_is_due check ((intent is null) = (next_intent_at is null)) not valid;
alter table payments add constraint an_intent_fits_the_state check (
  intent is null
  or (intent = 'capture' and status = 'authorized' and capture_minor is not null)
  or (intent = 'void' and status in ('authorized', 'failed', 'voided') and void_reason is not null)
) not valid;
alter table payments add constraint a_void_says_why check (
  (void_reason is null or void_reason in ('requested', 'expired', 'elsewhere'))
  and (status <> 'voided' or void_reason is not null)
) not valid;
alter table payments add constraint what_came_back_is_bounded check (octet_length(returned) <= 24576) not valid;

alter table sessions drop constraint sessions_payment_status_check;
alter table sessions add constraint sessions_payment_status_check check (
  payment_status in ('unpaid', 'requires_action', 'processing', 'authorized', 'paid', 'partially_refunded', 'refunded')
) not valid;

-- domain/payment-state.ts states the same table in code.
create or replace function payments_move_legally() returns trigger language plpgsql as $$
begin
  if not (
    (old.status = 'created' and new.status in
      ('requires_action', 'processing', 'unknown', 'authorized', 'amount_mismatch', 'succeeded', 'failed'))
    or (old.status = 'requires_action'
      and new.status in ('processing', 'unknown', 'authorized', 'amount_mismatch', 'succeeded', 'failed'))
    or (old.status = 'processing' and new.status in ('unknown', 'authorized', 'amount_mismatch', 'succeeded', 'failed'))
    or (old.status = 'unknown' and new.status in
      ('requires_action', 'processing', 'authorized', 'amount_mismatch', 'succeeded', 'failed'))
    or (old.status = 'authorized' and new.status in ('amount_mismatch', 'succeeded'))
    or (old.status = 'authorized' and new.status = case when old.capture_method = 'manual' then 'voided' else 'failed' end)
    or (old.status = 'amount_mismatch' and new.status in ('succeeded', 'failed'))
    or (old.status in ('failed', 'voided') and new.status in ('amount_mismatch', 'succeeded') and new.late)
  ) then
    raise exception 'a payment cannot go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'payments_move_legally';
  end if;
  return new;
end $$;

-- What is to be released is never captured, also not in two steps.
create function intents_move_legally() returns trigger language plpgsql as $$
begin
  if new.intent = 'capture' and (old.intent = 'void' or old.released_at is not null) then
    raise exception 'a payment that is to be released cannot be captured'
      using errcode = 'check_violation', constraint = 'intents_move_legally';
  end if;
  return new;
end $$;
create trigger intents_move_legally before update of intent on payments
  for each row when (old.intent is distinct from new.intent) execute function intents_move_legally();

create or replace function session_is_at_rest(of_session text, since timestamptz) returns boolean language sql stable as $$
  select exists (select from sessions where id = of_session and status <> 'open')
    and not exists (
      select from payments where session_id = of_session
        and (status not in ('succeeded', 'failed', 'voided') or intent is not null)
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
