-- concurrently
create index concurrently if not exists merchants_by_name on merchants (lower(name) collate "C", id);
