-- What the simulated card networks, Pix and banks know. Nothing but the simulator reads or writes these tables.

-- The private key lies here in clear: only test cards are ever encrypted to it.
create table simulator.card_keys (
  only_one boolean primary key default true check (only_one),
  kid text not null,
  private_jwk jsonb not null
);

-- No card number and no personal data: of a card its brand and last four digits, of a payer only how refunds go.
create table simulator.payments (
  id text primary key,
  method text not null check (method in ('card', 'pix', 'boleto')),
  amount_minor bigint not null check (amount_minor between 1 and 999999999999),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  status text not null check (status in ('requires_action', 'processing', 'succeeded', 'failed')),
  decline_code text,
  card jsonb,
  action jsonb,
  challenge_token text unique,
  merchant_name text not null,
  -- A return URL opens the page of its session: it is kept only where the issuer asks the shopper, and sends them back.
  return_url text,
  refund_behavior text not null check (refund_behavior in ('succeed', 'fail', 'wait')),
  due_at timestamptz,
  due_event text check (due_event in ('pay', 'expire')),
  created_at timestamptz not null,
  -- The outcome is told to no one, not even to who made the payment or inquires, until it is decided.
  is_silent boolean not null default false,
  -- Whose payment it is: a merchant of the sandbox can have a time of their own.
  merchant_id uuid,
  -- Money that a bank or network took back after success, as by a chargeback.
  reversed_minor bigint not null default 0 check (reversed_minor between 0 and amount_minor),
  -- When a code or slip was paid, as its bank states it. Null: another method, or not paid.
  paid_at timestamptz,
  constraint only_a_failure_has_a_decline_code check ((status = 'failed') = (decline_code is not null)),
  constraint what_is_due_has_a_time check ((due_at is null) = (due_event is null)),
  constraint what_is_settled_has_nothing_due
    check (due_at is null or status in ('requires_action', 'processing')),
  constraint what_is_silent_is_undecided check (not is_silent or status = 'processing'),
  constraint who_was_asked_is_sent_back check ((challenge_token is null) = (return_url is null))
);
create index payments_due on simulator.payments (due_at) where due_at is not null;
create index payments_by_merchant on simulator.payments (merchant_id);

-- Ids that were canceled before their payment came: it is refused when it comes after all.
create table simulator.voided_payments (
  id text primary key,
  voided_at timestamptz not null
);

create table simulator.refunds (
  id text primary key,
  payment_id text not null references simulator.payments,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  status text not null check (status in ('pending', 'succeeded', 'failed')),
  due_at timestamptz,
  created_at timestamptz not null,
  constraint only_a_pending_refund_is_due check ((status = 'pending') = (due_at is not null))
);
create index refunds_by_payment on simulator.refunds (payment_id);
create index refunds_due on simulator.refunds (due_at) where due_at is not null;

-- Every movement of money, once. The oracle of who was charged: rows are added, never changed.
create table simulator.ledger_entries (
  sequence bigint generated always as identity primary key,
  payment_id text not null references simulator.payments,
  refund_id text references simulator.refunds,
  kind text not null check (kind in ('authorization', 'capture', 'refund', 'reversal')),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  recorded_at timestamptz not null,
  constraint a_refund_names_its_request check ((kind = 'refund') = (refund_id is not null))
);
create unique index a_payment_is_charged_once on simulator.ledger_entries (payment_id, kind)
  where kind in ('authorization', 'capture');
create unique index a_refund_is_paid_once on simulator.ledger_entries (refund_id) where kind = 'refund';
create index ledger_entries_by_payment on simulator.ledger_entries (payment_id);

create function simulator.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only';
end
$$;
create trigger ledger_entries_are_kept before update or delete on simulator.ledger_entries
  for each row execute function simulator.refuse_change();
create trigger ledger_is_kept before truncate on simulator.ledger_entries
  for each statement execute function simulator.refuse_change();

create table simulator.notifications (
  id text primary key,
  payment_id text not null references simulator.payments,
  type text not null check (type in ('payment.succeeded', 'payment.failed', 'payment.reversed')),
  occurred_at timestamptz not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  delivered_at timestamptz
);
create index notifications_to_deliver on simulator.notifications (next_attempt_at)
  where delivered_at is null;
