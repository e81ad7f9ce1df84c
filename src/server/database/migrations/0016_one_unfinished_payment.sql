-- concurrently
-- At most one unfinished payment of a session, whatever unfinished states there are. It takes the place of payments_one_live.
create unique index concurrently if not exists payments_one_unfinished on payments (session_id)
  where status not in ('succeeded', 'failed');
