-- Who made a link, and where: the link, and the session that it opens, end with the right of their maker. Null: the operator, by
-- the command line, or a release before this one.
alter table sign_in_links add column maker_id text collate "C" references users (id);
alter table sign_in_links add column maker_merchant_id uuid references merchants (id);
alter table dashboard_sessions add column maker_id text collate "C" references users (id);
alter table dashboard_sessions add column maker_merchant_id uuid references merchants (id);
