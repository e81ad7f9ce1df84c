-- concurrently
create index concurrently if not exists processor_facts_by_payment on processor_notifications (payment_id)
  where facts is not null;
