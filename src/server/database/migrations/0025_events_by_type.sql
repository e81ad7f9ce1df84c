-- concurrently
create index concurrently if not exists events_by_type on events (merchant_id, type, id desc);
