-- concurrently
create unique index concurrently if not exists payments_one_live_or_held on payments (session_id)
  where status not in ('succeeded', 'failed', 'voided');
