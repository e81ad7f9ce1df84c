-- concurrently
-- Hashes: no address can be read from the index once personal data is removed.
create index concurrently if not exists sessions_by_email on sessions
  (merchant_id, hashtextextended(details #>> '{customer,email}', 0), id desc) where details #>> '{customer,email}' is not null;
