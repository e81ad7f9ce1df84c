-- Money is integer minor units. Times come from the application's clock. References are kept as SHA-256 only. Ids sort by their
-- bytes: so does what refers to them, or no index serves a comparison of the two.

create table merchants (
  id uuid primary key,
  name text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  country text not null check (country ~ '^[A-Z]{2}$'),
  callback_url text,
  callback_disabled_at timestamptz,
  return_origins text[] not null,
  success_url text,
  cancel_url text,
  late_payments text not null default 'refund' check (late_payments in ('accept', 'refund')),
  brand jsonb not null default '{}',
  created_at timestamptz not null,
  -- The methods of sessions that name none. Null: every method that takes the session's currency.
  payment_methods text[],
  amount_mismatch text not null default 'hold' check (amount_mismatch in ('hold', 'accept', 'refund')),
  -- Who sells and whom shoppers can ask, as the page states it. Null: the operator has not said.
  legal_name text,
  tax_id text,
  support_email text,
  support_phone text,
  terms_url text,
  privacy_url text,
  -- What the operator lets a merchant's own people do in the dashboard, of that which needs to be allowed.
  people_may text[] not null default '{}',
  -- The IANA name of the zone of a merchant's reports; null: the zone of its country.
  time_zone text
);
create index merchants_by_name on merchants (lower(name) collate "C", id);

-- The secrets that sign a merchant's notifications, encrypted with MASTER_KEY. Two live while one is rotated out.
create table webhook_secrets (
  id uuid primary key,
  merchant_id uuid not null references merchants,
  ciphertext bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz
);
create index webhook_secrets_by_merchant on webhook_secrets (merchant_id);

create table api_keys (
  id text collate "C" primary key,
  hash bytea not null unique,
  last_four text not null,
  kind text not null check (kind in ('merchant', 'checkout')),
  merchant_id uuid references merchants,
  scopes text[] not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz,
  -- Which MASTER_KEY the key's hash was made with. A hash cannot tell.
  hash_key_id text,
  constraint a_merchant_key_has_a_merchant check ((kind = 'merchant') = (merchant_id is not null))
);
create index api_keys_by_merchant on api_keys (merchant_id);
-- Keys that end soon.
create index api_keys_by_end on api_keys (expires_at) where expires_at is not null and revoked_at is null;

-- The time in an id: its first ten digits hold the milliseconds, as domain/id.ts writes them. Exact to a millisecond.
create function time_of_id(id text) returns timestamptz language plpgsql immutable strict parallel safe as $$
declare
  digits text := substr(id, strpos(id, '_') + 1, 10);
  value bigint := 0;
begin
  for place in 1 .. 10 loop
    value := value * 62 - 1
      + strpos('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', substr(digits, place, 1));
  end loop;
  -- 62 ^ 12 / 2 ^ 80, the weight of the tenth digit in milliseconds.
  return to_timestamp(value::float8 * 3226266762397899821056 / 1208925819614629174706176 / 1000);
end $$;

create table sessions (
  id text collate "C" primary key,
  reference_hash bytea not null unique,
  merchant_id uuid not null references merchants,
  status text not null default 'open' check (status in ('open', 'complete', 'canceled', 'expired')),
  payment_status text not null default 'unpaid'
    check (payment_status in ('unpaid', 'requires_action', 'processing', 'paid', 'partially_refunded', 'refunded')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount_minor bigint not null check (amount_minor between 1 and 999999999999),
  amount_refunded_minor bigint not null default 0 check (amount_refunded_minor >= 0),
  order_reference text,
  -- What the merchant asked for and nothing queries: lines, customer, collect, methods, URLs, metadata.
  details jsonb not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  completed_at timestamptz,
  canceled_at timestamptz,
  cancellation_reason text,
  paid_late boolean not null default false,
  attempts integer not null default 0,
  event_sequence integer not null default 0,
  version integer not null default 1,
  -- When what a session knew of a person was removed; null while it is there.
  personal_data_removed_at timestamptz,
  -- Null: not paid.
  amount_captured_minor bigint,
  amount_reversed_minor bigint not null default 0,
  constraint a_complete_session_says_when check ((status = 'complete') = (completed_at is not null))
);
create index sessions_by_order on sessions (merchant_id, order_reference) where order_reference is not null;
create index sessions_to_expire on sessions (expires_at) where status = 'open';
create index sessions_to_forget on sessions ((coalesce(completed_at, canceled_at, expires_at)))
  where status <> 'open' and personal_data_removed_at is null;
-- Hashes: nothing of a value can be read from the index once personal data is removed.
create index sessions_by_metadata on sessions using gin ((details -> 'metadata') jsonb_path_ops);
create index sessions_by_amount on sessions (merchant_id, amount_minor, id);
-- Sessions of the sandbox that were made while their merchant's clock was not the real one: a range of ids misses them.
create index sessions_of_other_time on sessions (merchant_id, id desc)
  where abs(extract(epoch from created_at - time_of_id(id))) > 60;
create index sessions_by_state on sessions (merchant_id, status, payment_status, id desc);
-- Hashes: no address can be read from the index once personal data is removed.
create index sessions_by_email on sessions
  (merchant_id, hashtextextended(details #>> '{customer,email}', 0), id desc) where details #>> '{customer,email}' is not null;
-- The collation is that of the ids by another name: no other index has the order of the list.
create index sessions_of_merchant on sessions (merchant_id, id collate "POSIX" desc);

-- The legal moves. domain/session-state.ts and domain/payment-state.ts state the same tables in code.
create function sessions_move_legally() returns trigger language plpgsql as $$
begin
  if (old.status, new.status) not in (
    ('open', 'complete'), ('open', 'canceled'), ('open', 'expired'), ('expired', 'complete'), ('canceled', 'complete')
  ) or (old.status in ('expired', 'canceled') and not new.paid_late) then
    raise exception 'a session cannot go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'sessions_move_legally';
  end if;
  return new;
end $$;
create trigger sessions_move_legally before update of status on sessions
  for each row when (old.status is distinct from new.status) execute function sessions_move_legally();

create table payments (
  id text collate "C" primary key,
  session_id text collate "C" not null references sessions,
  attempt_key text,
  status text not null default 'created' check (
    status in ('created', 'requires_action', 'processing', 'unknown', 'amount_mismatch', 'succeeded', 'failed')
  ),
  method text not null check (method in ('card', 'pix', 'boleto')),
  amount_minor bigint not null check (amount_minor between 1 and 999999999999),
  currency text not null,
  installments integer not null default 1 check (installments between 1 and 24),
  customer jsonb not null default '{}',
  card_brand text,
  card_last_four text,
  decline_code text,
  action jsonb,
  processor text not null,
  captured_minor bigint not null default 0,
  refunded_minor bigint not null default 0,
  late boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  succeeded_at timestamptz,
  next_inquiry_at timestamptz,
  inquiries integer not null default 0,
  -- The language in which the shopper made an attempt, as the page told it.
  locale text,
  -- Real time, also where created_at is not: whether the call that makes an attempt may still run.
  inserted_at timestamptz not null default now(),
  -- By what a back office matches a payment: the processor's own names of it, and the interest of installments in its amount.
  processor_references jsonb,
  interest_minor bigint,
  -- Captured money that is not kept is owed back: since when, when the worker makes the next refund, and how many it made.
  refund_owed_at timestamptz,
  next_refund_at timestamptz,
  refund_tries integer not null default 0,
  -- The order within the session: an id holds the time of a clock, which can move back.
  number integer,
  -- When the processor is known to have the payment: it answered the creation, or sent a notification that was verified.
  -- Null: nothing was heard of it, so that an inquiry that does not find it may give it up.
  acknowledged_at timestamptz,
  -- When the last inquiry began, by the wall clock: at most one per payment and second, whatever process asks.
  last_inquired_at timestamptz,
  -- Whether another inquiry was asked for within that second: the worker makes it.
  inquiry_requested boolean not null default false,
  -- The currency that the processor took. Null: the currency that was asked.
  captured_currency text,
  -- The operator who accepted another amount, or "policy".
  accepted_by text,
  -- The total that networks took back. A fact of the processor: no check bounds it.
  reversed_minor bigint not null default 0,
  -- What the discount of the session for paying by this method took off.
  discount_minor bigint not null default 0,
  -- What a processor's module keeps with the payment.
  processor_state jsonb,
  -- Who was paid, as the page named them, and when, as the processor states it. Null: not stated.
  payee_name text,
  paid_at timestamptz,
  -- The payment whose code brought this money, after that payment had been booked: money on top, which is owed back. It has
  -- no charge of its own at the processor. Null: a payment that a shopper started.
  surplus_of text collate "C",
  -- Whose payment it is, so that an index can hold a merchant's payments by what is known of the payer.
  merchant_id uuid,
  constraint captured_is_not_negative check (captured_minor >= 0),
  constraint success_is_captured check (
    status <> 'succeeded'
    or (captured_currency is null and captured_minor > 0 and (captured_minor = amount_minor or accepted_by is not null))
  ),
  constraint refunds_within_captured check (refunded_minor between 0 and captured_minor),
  constraint a_failure_says_why check ((status = 'failed') = (decline_code is not null))
);
create unique index payments_one_success on payments (session_id) where status = 'succeeded';
create unique index payments_one_per_press on payments (session_id, attempt_key);
create index payments_by_session on payments (session_id, id desc);
create index payments_to_inquire on payments (next_inquiry_at) where next_inquiry_at is not null;
-- At most one unfinished payment of a session, whatever unfinished states there are.
create unique index payments_one_live on payments (session_id)
  where status not in ('succeeded', 'failed');
-- The worker's claims, the gauges, and the list of operators.
create index payments_owed on payments (next_refund_at) where refund_owed_at is not null;
-- Late money that was not given back.
create index payments_late_kept on payments (id)
  where late and captured_minor - refunded_minor - reversed_minor > 0;
create index payments_unknown_by_age on payments (created_at) where status = 'unknown';
create index payments_by_capture on payments (processor, coalesce(succeeded_at, updated_at))
  where captured_minor > 0;
-- The collation is that of the ids by another name: no other index has this order. It also holds those without a merchant.
create index payments_of_merchant on payments (merchant_id, id collate "POSIX" desc);
-- Hashes: no address can be read from the index. Once personal data is removed, the payment is no longer in it.
create index payments_by_email on payments
  (hashtextextended(lower((customer ->> 'email') collate "C"), 0), merchant_id, id collate "POSIX" desc)
  where customer ->> 'email' is not null;
create index payments_by_tax_id on payments
  (hashtextextended(customer ->> 'taxId', 0), merchant_id, id collate "POSIX" desc) where customer ->> 'taxId' is not null;
create index payments_by_phone on payments
  (hashtextextended(customer ->> 'phone', 0), merchant_id, id collate "POSIX" desc) where customer ->> 'phone' is not null;
create index payments_by_card on payments
  (card_last_four, amount_minor, merchant_id, id collate "POSIX" desc) where card_last_four is not null;
-- Hashes of the names at processors, and of a slip's numbers while it waits.
create index payments_by_reference on payments
  using gin (processor_references jsonb_path_ops, (case when action ? 'digitableLine' then action end) jsonb_path_ops);
-- What needs a merchant's people: payments whose outcome is unknown for long.
create index payments_unknown_of_merchant on payments (merchant_id, created_at) where status = 'unknown';
-- Payments for which the processor took another amount, until somebody decides.
create index payments_mismatched on payments (created_at) where status = 'amount_mismatch';

create function payments_move_legally() returns trigger language plpgsql as $$
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
create trigger payments_move_legally before update of status on payments
  for each row when (old.status is distinct from new.status) execute function payments_move_legally();

-- Mirrors `discountOf` in domain/method-discounts.ts.
create function method_discount(amount bigint, discount jsonb) returns bigint language sql immutable as $$
  select least(amount - 1,
    coalesce((discount ->> 'amount')::bigint, (amount * (discount ->> 'basisPoints')::bigint + 5000) / 10000, 0))
$$;

-- A server that knows no discounts must not charge more than the page has shown.
create function payments_have_the_discount() returns trigger language plpgsql as $$
begin
  if new.discount_minor <> (
    select method_discount(s.amount_minor, s.details -> 'paymentMethodDiscounts' -> new.method)
    from sessions s where s.id = new.session_id
  ) then
    raise exception 'a payment has another discount than its session'
      using errcode = 'check_violation', constraint = 'payments_have_the_discount';
  end if;
  return new;
end $$;
create trigger payments_have_the_discount before insert on payments
  for each row execute function payments_have_the_discount();

create table refunds (
  id text collate "C" primary key,
  session_id text collate "C" not null references sessions,
  payment_id text collate "C" not null references payments,
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed')),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  reason text,
  -- The request that made it: the same request taken up again after a crash finds its refund, and makes no second.
  request_key text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  next_inquiry_at timestamptz,
  -- How often the processor was asked about the refund, for the backoff.
  inquiries integer not null default 0,
  -- The processor's own names of the refund, and what its module keeps with it.
  processor_references jsonb,
  processor_state jsonb,
  -- Whose refund it is, so that an index can hold a merchant's refunds.
  merchant_id uuid
);
create unique index refunds_one_per_request on refunds (session_id, request_key);
create index refunds_by_session on refunds (session_id);
create index refunds_to_inquire on refunds (next_inquiry_at) where next_inquiry_at is not null;
create index refunds_by_success on refunds (updated_at) where status = 'succeeded';
create index refunds_by_payment on refunds (payment_id);
-- Refunds that wait or have failed: few among all.
create index refunds_unfinished on refunds (status, id) where status <> 'succeeded';
-- The collation is that of the ids by another name: no other index has this order. It also holds those without a merchant.
create index refunds_of_merchant on refunds (merchant_id, id collate "POSIX" desc);

-- Refunds never exceed what is left of the captured money. A reversal may: it is recorded whatever it says.
create function refunds_count() returns trigger language plpgsql as $$
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
create trigger refunds_count after insert or update of status on refunds
  for each row execute function refunds_count();

create function refunds_move_legally() returns trigger language plpgsql as $$
begin
  if old.status <> 'pending' then
    raise exception 'a refund cannot go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'refunds_move_legally';
  end if;
  return new;
end $$;
create trigger refunds_move_legally before update of status on refunds
  for each row when (old.status is distinct from new.status) execute function refunds_move_legally();

-- Each time that the total taken back of a payment grew.
create table reversals (
  payment_id text collate "C" not null references payments,
  total_minor bigint not null check (total_minor > 0),
  recorded_at timestamptz not null,
  primary key (payment_id, total_minor)
);
create index reversals_by_time on reversals (recorded_at);

-- The body is kept as text: every delivery of an event is the same bytes. The session's reference in it stands as
-- {reference}; the sender puts it in.
create table events (
  id text collate "C" primary key,
  merchant_id uuid not null references merchants,
  session_id text collate "C" references sessions,
  type text not null,
  sequence integer not null,
  body text not null,
  created_at timestamptz not null,
  -- Which transaction wrote the event: ids are made before the commit, and say nothing of what a reader has seen.
  transaction_id xid8 not null default pg_current_xact_id(),
  -- W3C Trace Context of the span that made the event, so that its deliveries are found from there; null while traces are off.
  traceparent text,
  unique (session_id, sequence)
);
create index events_by_transaction on events (merchant_id, transaction_id);
create index events_by_type on events (merchant_id, type, id desc);
create index events_of_merchant on events (merchant_id, id collate "POSIX" desc);

create table deliveries (
  id text collate "C" primary key,
  event_id text collate "C" not null references events,
  merchant_id uuid not null references merchants,
  url text not null,
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'exhausted', 'disabled')),
  attempts_made integer not null default 0,
  next_attempt_at timestamptz,
  -- Who works on it, until when. A worker whose lease was taken over cannot write: its token no longer matches.
  lease_token uuid,
  leased_until timestamptz,
  created_at timestamptz not null,
  finished_at timestamptz,
  constraint a_pending_delivery_is_due check ((status = 'pending') = (next_attempt_at is not null))
);
create index deliveries_due on deliveries (merchant_id, next_attempt_at) where status = 'pending';
create index deliveries_by_event on deliveries (event_id);
create index deliveries_by_merchant on deliveries (merchant_id, id desc);
create index deliveries_by_state on deliveries (merchant_id, status, id desc);
-- What a viewer of the sandbox asks for in order of events.
create index deliveries_not_made on deliveries (merchant_id, status, event_id desc)
  where status <> 'succeeded';
create index deliveries_pending_by_age on deliveries (created_at) where status = 'pending';
create index deliveries_exhausted on deliveries (finished_at) where status = 'exhausted';

create table delivery_attempts (
  delivery_id text collate "C" not null references deliveries,
  number integer not null,
  started_at timestamptz not null,
  duration_ms integer not null,
  status_code integer,
  error text,
  response_excerpt text,
  -- What an attempt sent beside the event's body: signatures are made anew each time.
  request_headers jsonb,
  primary key (delivery_id, number)
);
create index delivery_attempts_by_age on delivery_attempts (started_at);

-- Sending again what matched when it was asked for, oldest first. The worker goes on with it, at its pace.
create table delivery_replays (
  id uuid primary key,
  merchant_id uuid not null references merchants,
  filter jsonb not null,
  per_second integer not null check (per_second between 1 and 100),
  matched integer not null,
  -- Those that are on their way again, or needed it no more.
  released integer not null default 0,
  created_at timestamptz not null,
  -- In real time; null exactly when it has ended.
  next_at timestamptz,
  finished_at timestamptz,
  constraint an_unfinished_replay_goes_on check ((finished_at is null) = (next_at is not null))
);
create unique index delivery_replays_one_of_merchant on delivery_replays (merchant_id) where finished_at is null;
create index delivery_replays_by_merchant on delivery_replays (merchant_id, created_at desc);
create index delivery_replays_due on delivery_replays (next_at) where finished_at is null;

-- What an unfinished replay sends again; deleted with its end.
create table delivery_replay_items (
  replay_id uuid not null references delivery_replays,
  position integer not null,
  session_id text collate "C",
  replayed_id text collate "C" not null references deliveries,
  -- What sends it again: a new delivery, or the replayed one, which is hastened. Null: it waits.
  delivery_id text collate "C",
  primary key (replay_id, position)
);
create index delivery_replay_items_waiting on delivery_replay_items (replay_id, position) where delivery_id is null;
create index delivery_replay_items_by_session on delivery_replay_items (replay_id, session_id, position);

-- What a request with an Idempotency-Key has made, and the API's answer to it. A row without an id is a request that still runs.
create table idempotency_keys (
  merchant_id uuid not null references merchants,
  route text not null,
  key text not null,
  body_hash bytea not null,
  created_at timestamptz not null,
  leased_until timestamptz,
  response_status integer,
  response_location text,
  response_body text,
  -- The hash of the body's value, beside that of its bytes.
  value_hash bytea,
  -- The id of what the request has made; null while it runs. The answer beside it is null when no call of the API has asked for it.
  made_id text,
  primary key (merchant_id, route, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Refused API calls of merchants, counted by the hour: what was refused and at which fields, without a value that was sent.
--
create table refused_calls (
  merchant_id uuid not null references merchants (id),
  hour timestamptz not null,
  operation text not null,
  code text not null,
  paths text[] not null,
  calls bigint not null check (calls > 0),
  last_at timestamptz not null,
  last_key_id text not null,
  last_request_id text not null,
  primary key (merchant_id, hour, operation, code, paths)
);
create index refused_calls_by_hour on refused_calls (hour);

create table processor_notifications (
  processor text not null,
  notification_id text not null,
  payment_id text collate "C" not null,
  received_at timestamptz not null,
  -- SHA-256 of the body, in hex.
  digest text,
  -- What a verified notification proved. A row is `pending` until that is applied.
  facts jsonb,
  pending boolean not null default false,
  primary key (processor, notification_id)
);
create index processor_notifications_by_age on processor_notifications (received_at);
create index processor_facts_by_payment on processor_notifications (payment_id)
  where facts is not null;
-- What is pruned: notifications without facts. Those with facts stay, and pruning must not read them again and again.
create index notifications_without_facts on processor_notifications (received_at) where facts is null;

-- Receipts to be e-mailed. To whom stands in the payment and in no second place.
create table receipt_emails (
  session_id text collate "C" primary key references sessions,
  payment_id text collate "C" not null unique references payments,
  status text not null default 'pending' check (status in ('pending', 'sent', 'failed')),
  -- Counted when a sending begins: one that ends its process counts, too.
  attempts_made integer not null default 0,
  next_attempt_at timestamptz,
  -- Who sends it, until when. A process whose lease was taken over cannot write: its token no longer matches.
  lease_token uuid,
  leased_until timestamptz,
  created_at timestamptz not null,
  finished_at timestamptz,
  constraint a_pending_receipt_is_due check ((status = 'pending') = (next_attempt_at is not null))
);
create index receipt_emails_due on receipt_emails (next_attempt_at) where status = 'pending';
create index receipt_emails_by_age on receipt_emails (finished_at) where status <> 'pending';

-- When a browser first followed a session on its page: shown in the session's story, and removed with its personal data.
--
create table session_openings (
  session_id text collate "C" primary key references sessions,
  opened_at timestamptz not null
);

-- Whether a session has ended, nothing of it is under way (money, a refund, a notification, a receipt), and nothing
-- happened or was sent again since. A function, so that the planner takes one session after another.
create function session_is_at_rest(of_session text, since timestamptz) returns boolean language sql stable as $$
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

-- The body of an event without its customer. Of its bytes no other changes: json, unlike jsonb, gives a value as it is
-- written, and within a string of JSON no quotation mark stands bare.
create function body_without_customer(body text, removed_at timestamptz) returns text language sql immutable as $$
  select case when json_typeof(body::json #> '{data,session,customer}') = 'object'
    then replace(
      body,
      '"customer":' || (body::json #> '{data,session,customer}')::text,
      '"customer":null,"personalDataRemovedAt":"'
        || to_char(removed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"'
    )
    else body end
$$;

-- `details.prefill` is the customer as the merchant sent it, kept apart from what shoppers type. It is personal data, too.
create function remove_personal_data(of_session text, quiet_since timestamptz, removed_at timestamptz)
  returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from sessions where id = of_session and personal_data_removed_at is null for update;
  if not found or not session_is_at_rest(of_session, quiet_since) then
    return false;
  end if;
  update sessions set details = jsonb_set(details, '{customer}', 'null') - 'prefill',
    personal_data_removed_at = removed_at, version = version + 1 where id = of_session;
  update payments set customer = '{}' where session_id = of_session and customer <> '{}';
  update events set body = body_without_customer(body, removed_at) where session_id = of_session;
  update delivery_attempts a set response_excerpt = null
  from deliveries d join events e on e.id = d.event_id
  where e.session_id = of_session and a.delivery_id = d.id and a.response_excerpt is not null;
  return true;
end $$;
revoke execute on function remove_personal_data(text, timestamptz, timestamptz) from public;

-- Whose database this is: one row, written by the first process that starts.
create table deployment (
  is_only boolean primary key default true check (is_only),
  environment text not null check (environment in ('sandbox', 'production')),
  master_key_id text not null,
  changed_at timestamptz not null
);

-- What operators and the keys of merchants did to rights and money. Every row is bound to the one before by its hash, and
-- sealed under a key that the database does not hold: server/service/audit/audit-chain.ts says how.
create table audit_log (
  sequence bigint primary key check (sequence > 0),
  at timestamptz not null,
  actor_kind text not null
    constraint audit_log_actor_kind_known check (actor_kind in ('command', 'api_key', 'server', 'user')),
  actor text not null,
  command text,
  action text not null,
  subject text not null,
  merchant_id uuid,
  -- JSON as text: the hash is of these very bytes.
  details text not null,
  -- Which MASTER_KEY sealed it; of an older one only the hash can be followed.
  key_id text not null,
  hash bytea not null,
  seal bytea not null
);
create index audit_log_by_merchant on audit_log (merchant_id, sequence desc) where merchant_id is not null;
create index audit_log_by_time on audit_log (at desc, sequence desc);
-- Ids of sessions, payments and refunds are in this collation.
create index audit_log_by_subject on audit_log (subject collate "C", sequence);
create index audit_log_by_actor on audit_log (actor, sequence desc);

-- The end of the chain: who appends holds it until the commit, so that there are neither gaps nor forks, and rows that
-- vanish from the end are missed.
create table audit_head (
  id boolean primary key default true check (id),
  sequence bigint not null,
  hash bytea not null,
  -- The seal of the last row, and that of this one.
  last_seal bytea not null,
  key_id text,
  seal bytea
);

insert into audit_head (sequence, hash, last_seal) values (0, decode(repeat('00', 32), 'hex'), '');

create function audit_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only' using errcode = 'check_violation', constraint = 'audit_is_append_only';
end $$;
create trigger audit_log_is_append_only before update or delete or truncate on audit_log
  for each statement execute function audit_is_append_only();
create trigger audit_head_stays before insert or delete or truncate on audit_head
  for each statement execute function audit_is_append_only();

create function audit_head_moves_on() returns trigger language plpgsql as $$
begin
  if new.sequence <> old.sequence + 1 then
    raise exception 'the audit log goes on by one' using errcode = 'check_violation', constraint = 'audit_head_moves_on';
  end if;
  return new;
end $$;
create trigger audit_head_moves_on before update on audit_head
  for each row execute function audit_head_moves_on();

-- Also where triggers are off for replication.
alter table audit_log enable always trigger audit_log_is_append_only;
alter table audit_head enable always trigger audit_head_stays;
alter table audit_head enable always trigger audit_head_moves_on;

-- How far the worker has verified the audit log, and what it found.
create table audit_checks (
  id boolean primary key default true check (id),
  -- Where the present pass stands; it begins anew each day.
  progress jsonb not null,
  began_at timestamptz not null,
  verified_sequence bigint,
  verified_at timestamptz,
  fault text,
  fault_sequence bigint,
  fault_at timestamptz
);

-- Who read whose personal data. Servers may add rows; none may change or delete one.
create table person_reads (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_kind text not null,
  actor text not null,
  -- Null: a search in all merchants that found nobody.
  merchant_id uuid,
  -- A session, never a person: nothing here has to be removed with them. Null: nobody was found.
  subject text,
  fields text[] not null,
  why text not null
);
create index person_reads_by_age on person_reads (at);
create index person_reads_by_subject on person_reads (subject collate "C", id desc);
create index person_reads_by_actor on person_reads (actor, id desc);
create index person_reads_by_merchant on person_reads (merchant_id, id desc);

-- Records of who read personal data go by whole seals of the audit log: what is left can still be verified. A seal is later
-- than all that it covers, so none goes before its time.
create function prune_person_reads() returns integer
  language sql security definer set search_path = public, pg_temp as $$
  with sealed as (
    select (details::jsonb ->> 'to')::bigint as up_to from audit_log
    where subject collate "C" = 'person_reads' and action = 'person_reads.sealed' and at < now() - interval '400 days'
    order by sequence desc limit 1
  ), pruned as (
    delete from person_reads where id in (
      select id from person_reads where id <= (select up_to from sealed) and at < now() - interval '400 days'
      order by id limit 5000
    ) returning id
  )
  select count(*)::integer from pruned
$$;
revoke execute on function prune_person_reads() from public;

-- The people of the dashboard. A person is never deleted, since the audit log names their id; who was disabled loses name and
-- address after the retention period.
create table users (
  id text collate "C" primary key,
  -- What a passkey knows the person by (WebAuthn user.id).
  handle bytea not null unique check (octet_length(handle) = 32),
  email text,
  name text,
  status text not null check (status in ('invited', 'active', 'disabled')),
  created_at timestamptz not null,
  signed_in_at timestamptz,
  disabled_at timestamptz,
  -- When a person last came back by a recovery code or link: their colleagues see it for a week.
  recovered_at timestamptz,
  check ((status = 'disabled') = (disabled_at is not null)),
  check (email is not null or status = 'disabled')
);
create unique index users_by_email on users (lower(email));
create index users_to_erase on users (disabled_at) where email is not null;

-- A role at the operator (merchant_id null) or at one merchant: at most one at each.
create table memberships (
  user_id text not null collate "C" references users,
  merchant_id uuid references merchants,
  role text not null,
  granted_at timestamptz not null,
  -- How much a person may have refunded of one payment, by currency, in minor units; null: nothing, where the role has a limit.
  refund_limits jsonb,
  unique nulls not distinct (user_id, merchant_id),
  check (case when merchant_id is null then role in ('admin', 'support', 'finance', 'viewer')
    else role in ('owner', 'developer', 'support', 'finance') end)
);
create index memberships_by_merchant on memberships (merchant_id, role);
create index memberships_of_merchant on memberships (merchant_id, user_id);

-- Of each token there is the SHA-256 hash only; what was used, ended or revoked is no longer here.
create table sign_in_links (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id text not null collate "C" references users,
  purpose text not null check (purpose in ('invite', 'recover')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- An invitation says to what: the role is given when its link is used, by the person whose it is.
  id uuid,
  merchant_id uuid references merchants,
  role text,
  refund_limits jsonb
);
create index sign_in_links_by_user on sign_in_links (user_id);
create index sign_in_links_by_merchant on sign_in_links (merchant_id, id) where role is not null;

create table dashboard_sessions (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  -- Names the session to people and in the audit log: it opens nothing.
  id uuid not null unique,
  user_id text not null collate "C" references users,
  how text not null check (how in ('link', 'recovery', 'passkey')),
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  address text,
  browser text
);
create index dashboard_sessions_by_user on dashboard_sessions (user_id);

-- What people sign in with, and the codes for when it is lost.
create table passkeys (
  credential_id bytea primary key,
  user_id text not null collate "C" references users,
  -- The host it was made at: it signs for no other.
  rp_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  is_backed_up boolean not null,
  aaguid uuid not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_by_user on passkeys (user_id);

-- SHA-256 of codes of 80 random bits; using one deletes it.
create table recovery_codes (
  code_hash bytea primary key check (octet_length(code_hash) = 32),
  user_id text not null collate "C" references users
);
create index recovery_codes_by_user on recovery_codes (user_id);

-- Challenges that were given out and not answered yet; answering one deletes it.
create table ceremonies (
  id uuid primary key,
  challenge bytea not null,
  purpose text not null check (purpose in ('sign_in', 'register', 'act')),
  -- Of a person who is in; it ends with their session.
  session_id uuid references dashboard_sessions (id) on delete cascade,
  expires_at timestamptz not null,
  check ((purpose = 'sign_in') = (session_id is null))
);
create index ceremonies_by_session on ceremonies (session_id) where session_id is not null;
create index ceremonies_by_end on ceremonies (expires_at);

-- What a dashboard action with an Idempotency-Key has made. A row without an id is an action that still runs. No answer is kept,
-- since some are shown once.
create table dashboard_acts (
  user_id text not null collate "C" references users,
  key_hash bytea not null check (octet_length(key_hash) = 32),
  act_digest bytea not null,
  created_at timestamptz not null,
  -- The passkey that signed it: a dashboard action that is repeated after a crash is recorded with it, too.
  signed_by text,
  leased_until timestamptz,
  -- The id of what it has made, or, of one that is not read again, of the merchant or person that it is about; null while it runs.
  made_id text,
  primary key (user_id, key_hash)
);
create index dashboard_acts_by_age on dashboard_acts (created_at);

-- Filters of lists that people of the dashboard saved under a name.
create table dashboard_views (
  id uuid primary key,
  user_id text not null collate "C" references users (id),
  merchant_id uuid references merchants (id),
  list text not null check (list in ('payments', 'refunds')),
  name text not null,
  filters jsonb not null,
  is_shared boolean not null,
  created_at timestamptz not null
);
create unique index dashboard_views_of_person on dashboard_views (user_id, merchant_id, list, lower(name)) nulls not distinct;
create index dashboard_views_shared on dashboard_views (merchant_id, list) where is_shared;

-- Mails that tell people of what changed about their account or their merchant, and how far the audit log was looked through
-- for them.
create table security_mail_progress (
  id boolean primary key default true check (id),
  sequence bigint not null
);

insert into security_mail_progress (sequence) values (0);

create table security_mails (
  -- Of the audit log.
  sequence bigint not null,
  user_id text not null collate "C" references users (id),
  attempts_made integer not null default 0,
  next_attempt_at timestamptz not null,
  lease_token uuid,
  leased_until timestamptz,
  primary key (sequence, user_id)
);
create index security_mails_due on security_mails (next_attempt_at);

-- Merchants of the sandbox whose time is not the real one. In production nothing reads or writes it.
create table sandbox_clocks (
  merchant_id uuid primary key references merchants,
  -- How far it runs ahead of the real time, or where it stands still.
  offset_ms bigint not null default 0,
  frozen_at timestamptz,
  -- Grows with every change of any clock: who hears of two changes knows the later one.
  version bigint not null,
  -- Who moves it or does its due work, in real time.
  lease_token uuid,
  leased_until timestamptz,
  -- The last advance by a request with an Idempotency-Key: the same request taken up again moves on to the same time.
  request_key text,
  target timestamptz
);

create sequence sandbox_clock_versions owned by sandbox_clocks.version;
