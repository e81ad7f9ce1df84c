-- What the processor refused of what came back from the payment's challenge: the same is not given to it again.
alter table payments add column returned_refused_digests bytea[] not null default '{}';
