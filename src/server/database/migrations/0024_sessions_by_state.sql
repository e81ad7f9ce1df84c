-- concurrently
create index concurrently if not exists sessions_by_state on sessions (merchant_id, status, payment_status, id desc);
