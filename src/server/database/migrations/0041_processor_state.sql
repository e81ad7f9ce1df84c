-- What a processor's module keeps with its payments and refunds, and the names of a refund at the processor.
alter table payments add column processor_state jsonb;
alter table refunds add column processor_references jsonb;
alter table refunds add column processor_state jsonb;
