-- concurrently
create index concurrently if not exists deliveries_exhausted on deliveries (finished_at) where status = 'exhausted';
