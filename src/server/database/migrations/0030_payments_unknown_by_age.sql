-- concurrently
create index concurrently if not exists payments_unknown_by_age on payments (created_at) where status = 'unknown';
