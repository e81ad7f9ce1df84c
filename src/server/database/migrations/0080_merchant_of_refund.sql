-- Whose refund it is, so that an index can hold a merchant's refunds. Null: a refund of before, or of a server of the release
-- before; the worker fills it in. Servers of the release before do not name it.
alter table refunds add column merchant_id uuid;
