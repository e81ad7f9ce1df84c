-- concurrently
create index concurrently if not exists payments_by_capture on payments (processor, coalesce(succeeded_at, updated_at))
  where captured_minor > 0;
