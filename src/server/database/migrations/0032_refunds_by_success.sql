-- concurrently
create index concurrently if not exists refunds_by_success on refunds (updated_at) where status = 'succeeded';
