-- Whose payment it is: a merchant of the sandbox can have a time of their own. Of payments made before nobody knows.
alter table simulator.payments add column merchant_id uuid;
create index payments_by_merchant on simulator.payments (merchant_id);
