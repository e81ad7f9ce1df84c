-- concurrently
create index concurrently if not exists sessions_by_amount_in_units
  on sessions (merchant_id, currency_exponent(currency), amount_minor, id);
