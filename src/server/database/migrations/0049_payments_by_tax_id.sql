-- concurrently
create index concurrently if not exists payments_by_tax_id on payments
  (hashtextextended(customer ->> 'taxId', 0), merchant_id, id collate "POSIX" desc) where customer ->> 'taxId' is not null;
