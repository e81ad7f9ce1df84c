-- concurrently
-- Hashes of the names at processors, and of a slip's numbers while it waits.
create index concurrently if not exists payments_by_reference on payments
  using gin (processor_references jsonb_path_ops, (case when action ? 'digitableLine' then action end) jsonb_path_ops);
