-- The people of the dashboard. A person is never deleted, since the audit log names their id; who was disabled loses name and
-- address after the retention period.
create table users (
  id text collate "C" primary key,
  -- What a passkey knows the person by (WebAuthn user.id).
  handle bytea not null unique check (octet_length(handle) = 32),
  email text,
  name text,
  status text not null check (status in ('invited', 'active', 'disabled')),
  created_at timestamptz not null,
  signed_in_at timestamptz,
  disabled_at timestamptz,
  check ((status = 'disabled') = (disabled_at is not null)),
  check (email is not null or status = 'disabled')
);
create unique index users_by_email on users (lower(email));
create index users_to_erase on users (disabled_at) where email is not null;

-- A role at the operator (merchant_id null) or at one merchant: at most one at each.
create table memberships (
  user_id text not null collate "C" references users,
  merchant_id uuid references merchants,
  role text not null,
  granted_at timestamptz not null,
  unique nulls not distinct (user_id, merchant_id),
  check (case when merchant_id is null then role in ('admin', 'support', 'finance', 'viewer')
    else role in ('owner', 'developer', 'support', 'finance') end)
);
create index memberships_by_merchant on memberships (merchant_id, role);

-- Of each token there is the SHA-256 hash only; what was used, ended or revoked is no longer here.
create table sign_in_links (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id text not null collate "C" references users,
  purpose text not null check (purpose in ('invite', 'recover')),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sign_in_links_by_user on sign_in_links (user_id);

create table dashboard_sessions (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  -- Names the session to people and in the audit log: it opens nothing.
  id uuid not null unique,
  user_id text not null collate "C" references users,
  how text not null check (how in ('link', 'recovery', 'passkey')),
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  address text,
  browser text
);
create index dashboard_sessions_by_user on dashboard_sessions (user_id);

alter table audit_log drop constraint audit_log_actor_kind_check;
alter table audit_log add constraint audit_log_actor_kind_known
  check (actor_kind in ('command', 'api_key', 'server', 'user')) not valid;
