-- concurrently
-- What is pruned: notifications without facts. Those with facts stay, and pruning must not read them again and again.
create index concurrently if not exists notifications_without_facts on processor_notifications (received_at) where facts is null;
