-- concurrently
-- Late money that was not given back: the worker looks there for what is owed and was not marked, by a release of before.
create index concurrently if not exists payments_late_kept on payments (id)
  where late and captured_minor - refunded_minor - reversed_minor > 0;
