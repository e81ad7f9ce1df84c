-- concurrently
create index concurrently if not exists sessions_by_amount_in_units
  on sessions (amount_minor, currency_exponent(currency), merchant_id, id desc);
