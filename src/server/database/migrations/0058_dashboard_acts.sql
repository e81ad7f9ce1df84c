-- Idempotency keys of acts in the dashboard: the same act, sent again, is not done again. No answer is kept, since some are
-- shown once.
create table dashboard_acts (
  user_id text not null collate "C" references users,
  key_hash bytea not null check (octet_length(key_hash) = 32),
  act_digest bytea not null,
  created_at timestamptz not null,
  primary key (user_id, key_hash)
);
create index dashboard_acts_by_age on dashboard_acts (created_at);
