-- concurrently
-- Hashes: nothing of a value can be read from the index once personal data is removed.
create index concurrently if not exists sessions_by_metadata on sessions using gin ((details -> 'metadata') jsonb_path_ops);
