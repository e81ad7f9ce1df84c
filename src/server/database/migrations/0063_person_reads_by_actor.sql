-- concurrently
create index concurrently if not exists person_reads_by_actor on person_reads (actor, id desc);
