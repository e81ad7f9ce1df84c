-- Who may see a merchant's notifications in the sandbox. In production nothing reads or writes these tables. Of each
-- token there is the SHA-256 hash only; what was used, ended or revoked is no longer here.
create table sandbox_sign_in_links (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  merchant_id uuid not null references merchants,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sandbox_sign_in_links_by_merchant on sandbox_sign_in_links (merchant_id);

create table sandbox_viewers (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  merchant_id uuid not null references merchants,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sandbox_viewers_by_merchant on sandbox_viewers (merchant_id);

-- What an attempt sent beside the event's body: signatures are made anew each time.
alter table delivery_attempts add column request_headers jsonb;
