-- concurrently
create index concurrently if not exists audit_log_by_actor on audit_log (actor, sequence desc);
