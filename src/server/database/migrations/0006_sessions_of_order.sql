-- concurrently
create index concurrently if not exists sessions_of_order
  on sessions (order_reference, merchant_id, id desc) where order_reference is not null;
