-- concurrently
create index concurrently if not exists events_of_merchant on events (merchant_id, id collate "POSIX" desc);
