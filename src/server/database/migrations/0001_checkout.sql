-- Money is integer minor units. Times come from the application's clock. References are kept as SHA-256 only.

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
  created_at timestamptz not null
);

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
  constraint a_merchant_key_has_a_merchant check ((kind = 'merchant') = (merchant_id is not null))
);
create index api_keys_by_merchant on api_keys (merchant_id);

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
  constraint a_complete_session_says_when check ((status = 'complete') = (completed_at is not null))
);
create index sessions_by_merchant on sessions (merchant_id, id desc);
create index sessions_by_order on sessions (merchant_id, order_reference) where order_reference is not null;
create index sessions_to_expire on sessions (expires_at) where status = 'open';

create table payments (
  id text collate "C" primary key,
  session_id text not null references sessions,
  attempt_key text,
  status text not null default 'created'
    check (status in ('created', 'requires_action', 'processing', 'unknown', 'succeeded', 'failed')),
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
  constraint captured_is_the_amount check (captured_minor in (0, amount_minor)),
  constraint success_is_captured check (status <> 'succeeded' or captured_minor = amount_minor),
  constraint refunds_within_captured check (refunded_minor between 0 and captured_minor),
  constraint a_failure_says_why check ((status = 'failed') = (decline_code is not null))
);
create unique index payments_one_live on payments (session_id)
  where status in ('created', 'requires_action', 'processing', 'unknown');
create unique index payments_one_success on payments (session_id) where status = 'succeeded';
create unique index payments_one_per_press on payments (session_id, attempt_key);
create index payments_by_session on payments (session_id, id desc);
create index payments_to_inquire on payments (next_inquiry_at) where next_inquiry_at is not null;

create table refunds (
  id text collate "C" primary key,
  session_id text not null references sessions,
  payment_id text not null references payments,
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed')),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  reason text,
  -- The request that made it: the same request taken up again after a crash finds its refund, and makes no second.
  request_key text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  next_inquiry_at timestamptz
);
create unique index refunds_one_per_request on refunds (session_id, request_key);
create index refunds_by_session on refunds (session_id);
create index refunds_to_inquire on refunds (next_inquiry_at) where next_inquiry_at is not null;

-- What a payment gave back is the sum of its refunds, kept by the database, so that the check on payments holds
-- whoever writes and however many write at once.
create function refunds_count() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update payments set refunded_minor = refunded_minor + new.amount_minor where id = new.payment_id;
  elsif tg_op = 'UPDATE' and old.status <> new.status and new.status = 'failed' then
    update payments set refunded_minor = refunded_minor - new.amount_minor where id = new.payment_id;
  end if;
  return new;
end $$;
create trigger refunds_count after insert or update of status on refunds
  for each row execute function refunds_count();

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

create function payments_move_legally() returns trigger language plpgsql as $$
begin
  if not (
    (old.status = 'created' and new.status in ('requires_action', 'processing', 'unknown', 'succeeded', 'failed'))
    or (old.status = 'requires_action' and new.status in ('processing', 'succeeded', 'failed'))
    or (old.status = 'processing' and new.status in ('unknown', 'succeeded', 'failed'))
    or (old.status = 'unknown' and new.status in ('requires_action', 'processing', 'succeeded', 'failed'))
    or (old.status = 'failed' and new.status = 'succeeded' and new.late)
  ) then
    raise exception 'a payment cannot go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'payments_move_legally';
  end if;
  return new;
end $$;
create trigger payments_move_legally before update of status on payments
  for each row when (old.status is distinct from new.status) execute function payments_move_legally();

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

-- The body is kept as text: every delivery of an event is the same bytes. The session's reference in it stands as
-- {reference}; the sender puts it in.
create table events (
  id text collate "C" primary key,
  merchant_id uuid not null references merchants,
  session_id text references sessions,
  type text not null,
  sequence integer not null,
  body text not null,
  created_at timestamptz not null,
  unique (session_id, sequence)
);
create index events_by_merchant on events (merchant_id, id desc);

create table deliveries (
  id text collate "C" primary key,
  event_id text not null references events,
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

create table delivery_attempts (
  delivery_id text not null references deliveries,
  number integer not null,
  started_at timestamptz not null,
  duration_ms integer not null,
  status_code integer,
  error text,
  response_excerpt text,
  primary key (delivery_id, number)
);
create index delivery_attempts_by_age on delivery_attempts (started_at);

-- The answer to a request with an Idempotency-Key. A row without an answer is a request that still runs.
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
  primary key (merchant_id, route, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

create table processor_notifications (
  processor text not null,
  notification_id text not null,
  payment_id text not null,
  received_at timestamptz not null,
  primary key (processor, notification_id)
);
