-- concurrently
create index concurrently if not exists memberships_of_merchant on memberships (merchant_id, user_id);
