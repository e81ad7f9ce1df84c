-- concurrently
create index concurrently if not exists deliveries_pending_by_age on deliveries (created_at) where status = 'pending';
