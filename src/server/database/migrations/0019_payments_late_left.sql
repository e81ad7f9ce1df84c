-- concurrently
create index concurrently if not exists payments_late_left on payments (id)
  where late and captured_minor - refunded_minor - greatest(reversed_minor - reinstated_minor, 0) > 0;
