-- concurrently
create index concurrently if not exists payments_by_bank_number on payments (
    coalesce(processor_references ->> 'authorizationCode', processor_references ->> 'boletoNumber'), merchant_id,
    id collate "POSIX" desc
  ) where coalesce(processor_references ->> 'authorizationCode', processor_references ->> 'boletoNumber') is not null;
