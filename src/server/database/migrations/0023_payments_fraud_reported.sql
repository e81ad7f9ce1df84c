-- When a fraud notice (TC40, SAFE) of the payment became known: no dispute, and no money moves by it.
alter table payments add column fraud_reported_at timestamptz;
