-- concurrently
create index concurrently if not exists refunds_by_payment on refunds (payment_id);
