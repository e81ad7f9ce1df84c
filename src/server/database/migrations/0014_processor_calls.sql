-- When the processor is known to have the payment: it answered the creation, or sent a notification that was verified.
-- Null: nothing was heard of it, so that an inquiry that does not find it may give it up.
alter table payments add column acknowledged_at timestamptz;
-- When the last inquiry began, by the wall clock: at most one per payment and second, whatever process asks.
alter table payments add column last_inquired_at timestamptz;
-- Whether another inquiry was asked for within that second: the worker makes it.
alter table payments add column inquiry_requested boolean not null default false;
-- SHA-256 of the body, in hex; null where it was recorded by the release before.
alter table processor_notifications add column digest text;
-- Whose database this is: one row, written by the first process that starts.
create table deployment (
  is_only boolean primary key default true check (is_only),
  environment text not null check (environment in ('sandbox', 'production')),
  master_key_id text not null,
  changed_at timestamptz not null
);
