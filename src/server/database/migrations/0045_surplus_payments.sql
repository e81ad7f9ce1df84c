-- The payment whose code brought this money, after that payment had been booked: money on top, which is owed back. It has no
-- charge of its own at the processor. Null: a payment that a shopper started.
alter table payments add column surplus_of text collate "C";
