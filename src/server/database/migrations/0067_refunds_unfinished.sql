-- concurrently
-- Refunds that wait or have failed: few among all.
create index concurrently if not exists refunds_unfinished on refunds (status, id) where status <> 'succeeded';
