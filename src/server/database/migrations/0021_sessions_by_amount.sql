-- concurrently
create index concurrently if not exists sessions_by_amount on sessions (merchant_id, amount_minor, id);
