-- concurrently
create index concurrently if not exists payments_by_card_in_units
  on payments (card_last_four, amount_minor, currency_exponent(currency), merchant_id, id collate "POSIX" desc)
  where card_last_four is not null;
