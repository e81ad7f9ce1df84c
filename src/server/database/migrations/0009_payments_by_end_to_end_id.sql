-- concurrently
create index concurrently if not exists payments_by_end_to_end_id
  on payments (lower(processor_references ->> 'endToEndId')) where processor_references ->> 'endToEndId' is not null;
