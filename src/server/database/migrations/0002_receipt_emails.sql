-- The language in which the shopper made an attempt, as the page told it.
alter table payments add column locale text;

-- Receipts to be e-mailed. To whom stands in the payment and in no second place.
create table receipt_emails (
  session_id text collate "C" primary key references sessions,
  payment_id text not null unique references payments,
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
