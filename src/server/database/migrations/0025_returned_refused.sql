-- How often the processor refused what came back from the payment's challenge: somebody may have typed it.
alter table payments add column returned_refused smallint not null default 0;
