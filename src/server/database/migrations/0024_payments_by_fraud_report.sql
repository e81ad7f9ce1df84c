-- concurrently
create index concurrently if not exists payments_by_fraud_report on payments (fraud_reported_at)
  where fraud_reported_at is not null;
