-- concurrently
-- Keys that end soon.
create index concurrently if not exists api_keys_by_end on api_keys (expires_at) where expires_at is not null and revoked_at is null;
