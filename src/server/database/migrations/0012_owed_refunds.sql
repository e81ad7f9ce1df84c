-- Captured money that is not kept is owed back: since when, when the worker makes the next refund, and how many it made.
-- The number is the order within the session: an id holds the time of a clock, which can move back. Payments of before
-- have none.
alter table payments
  add column refund_owed_at timestamptz,
  add column next_refund_at timestamptz,
  add column refund_tries integer not null default 0,
  add column number integer;

-- How often the processor was asked about a refund, for the backoff.
alter table refunds add column inquiries integer not null default 0;
