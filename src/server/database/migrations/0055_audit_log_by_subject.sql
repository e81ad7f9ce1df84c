-- concurrently
-- Ids of sessions, payments and refunds are in this collation.
create index concurrently if not exists audit_log_by_subject on audit_log (subject collate "C", sequence);
