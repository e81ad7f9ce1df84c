-- Ids sort by their bytes: so must what refers to them, or no index serves a comparison of the two.
alter table payments alter column session_id type text collate "C";
alter table refunds
  alter column session_id type text collate "C",
  alter column payment_id type text collate "C";
alter table events alter column session_id type text collate "C";
alter table deliveries alter column event_id type text collate "C";
alter table delivery_attempts alter column delivery_id type text collate "C";
alter table processor_notifications alter column payment_id type text collate "C";
alter table receipt_emails alter column payment_id type text collate "C";
