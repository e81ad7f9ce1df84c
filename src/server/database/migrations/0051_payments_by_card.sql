-- concurrently
create index concurrently if not exists payments_by_card on payments
  (card_last_four, amount_minor, merchant_id, id collate "POSIX" desc) where card_last_four is not null;
