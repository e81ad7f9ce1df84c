-- concurrently
-- The collation is that of the ids by another name: no other index has this order. It also holds those without a merchant.
create index concurrently if not exists refunds_of_merchant on refunds (merchant_id, id collate "POSIX" desc);
