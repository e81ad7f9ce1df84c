-- Which transaction wrote an event: ids are made before the commit, and say nothing of what a reader has seen.
alter table events add column transaction_id xid8 not null default pg_current_xact_id();
create index events_by_transaction on events (merchant_id, transaction_id);
