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

-- Real time, also where created_at is not: whether the call that makes an attempt may still run.
alter table payments add column inserted_at timestamptz not null default now();
