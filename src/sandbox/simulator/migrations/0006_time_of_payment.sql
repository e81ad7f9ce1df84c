-- When a code or slip was paid, as its bank states it. Null: another method, not paid, or paid before this column.
alter table simulator.payments add column paid_at timestamptz;
