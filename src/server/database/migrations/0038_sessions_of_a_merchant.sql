-- concurrently
-- The collation is that of the ids by another name: no other index has the order of the list.
create index concurrently if not exists sessions_of_merchant on sessions (merchant_id, id collate "POSIX" desc);
