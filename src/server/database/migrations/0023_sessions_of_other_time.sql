-- concurrently
-- Sessions of the sandbox that were made while their merchant's clock was not the real one: a range of ids misses them.
create index concurrently if not exists sessions_of_other_time on sessions (merchant_id, id desc)
  where abs(extract(epoch from created_at - time_of_id(id))) > 60;
