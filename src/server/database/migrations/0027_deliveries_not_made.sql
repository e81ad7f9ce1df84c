-- concurrently
-- What a viewer of the sandbox asks for in order of events.
create index concurrently if not exists deliveries_not_made on deliveries (merchant_id, status, event_id desc)
  where status <> 'succeeded';
