-- concurrently
-- The worker's claims, the gauges, and the list of operators.
create index concurrently if not exists payments_owed on payments (next_refund_at) where refund_owed_at is not null;
