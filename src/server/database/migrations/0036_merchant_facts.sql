-- Who sells and whom shoppers can ask, as the page states it. Null: the operator has not said.
alter table merchants
  add column legal_name text,
  add column tax_id text,
  add column support_email text,
  add column support_phone text,
  add column terms_url text,
  add column privacy_url text;
