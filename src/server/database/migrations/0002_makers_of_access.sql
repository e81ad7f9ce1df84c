-- Who made a link, and where: the link, and the session that it opens, end with the right of their maker. Null: the operator, by
-- the command line, or a release before this one.
alter table sign_in_links add column maker_id text collate "C" references users (id);
alter table sign_in_links add column maker_merchant_id uuid references merchants (id);
alter table dashboard_sessions add column maker_id text collate "C" references users (id);
alter table dashboard_sessions add column maker_merchant_id uuid references merchants (id);
-- An account that a merchant's people made by an invitation. Its address was typed and never proven, so it stands here and not
-- in `users`, and is unique at this merchant alone.
create table merchant_accounts (
  user_id text collate "C" primary key references users (id),
  merchant_id uuid not null references merchants (id),
  email text
);
create unique index merchant_accounts_by_email on merchant_accounts (merchant_id, lower(email));
create index merchant_accounts_by_address on merchant_accounts (lower(email));

-- Such an account has its address there.
alter table users drop constraint users_check1;
