-- concurrently
-- Hashes: no address can be read from the index. Once personal data is removed, the payment is no longer in it.
create index concurrently if not exists payments_by_email on payments
  (hashtextextended(lower((customer ->> 'email') collate "C"), 0), merchant_id, id collate "POSIX" desc)
  where customer ->> 'email' is not null;
