-- concurrently
create index concurrently if not exists sign_in_links_by_merchant on sign_in_links (merchant_id, id) where role is not null;
