-- concurrently
create index concurrently if not exists person_reads_by_subject on person_reads (subject collate "C", id desc);
