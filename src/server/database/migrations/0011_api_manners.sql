-- The hash of a body's value, beside that of its bytes, which servers of the release before compare. Null: an older row.
alter table idempotency_keys add column value_hash bytea;

-- The methods of sessions that name none. Null: every method that takes the session's currency.
alter table merchants add column payment_methods text[];

-- By what a back office matches a payment: the processor's own names of it, and the interest of installments in its amount.
-- Null: an older payment.
alter table payments add column processor_references jsonb;
alter table payments add column interest_minor bigint;
