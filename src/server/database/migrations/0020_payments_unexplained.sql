-- concurrently
create index concurrently if not exists payments_unexplained on payments (unexplained_since)
  where unexplained_since is not null;
