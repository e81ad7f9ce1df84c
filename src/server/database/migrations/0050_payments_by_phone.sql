-- concurrently
create index concurrently if not exists payments_by_phone on payments
  (hashtextextended(customer ->> 'phone', 0), merchant_id, id collate "POSIX" desc) where customer ->> 'phone' is not null;
