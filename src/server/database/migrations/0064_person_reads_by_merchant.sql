-- concurrently
create index concurrently if not exists person_reads_by_merchant on person_reads (merchant_id, id desc);
