-- concurrently
create index concurrently if not exists payments_to_capture on payments (capture_before)
  where status = 'authorized' and intent is null;
