-- concurrently
create index concurrently if not exists deliveries_by_state on deliveries (merchant_id, status, id desc);
