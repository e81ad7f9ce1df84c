-- concurrently
create index concurrently if not exists processor_notifications_by_age on processor_notifications (received_at);
