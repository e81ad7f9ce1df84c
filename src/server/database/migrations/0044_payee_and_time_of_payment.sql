-- Who was paid, as the page named them, and when, as the processor states it. Null: not stated, or an older payment.
alter table payments add column payee_name text;
alter table payments add column paid_at timestamptz;
