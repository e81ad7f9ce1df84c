-- What people sign in with, and the codes for when it is lost.
create table passkeys (
  credential_id bytea primary key,
  user_id text not null collate "C" references users,
  -- The host it was made at: it signs for no other.
  rp_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  is_backed_up boolean not null,
  aaguid uuid not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_by_user on passkeys (user_id);

-- SHA-256 of codes of 80 random bits; using one deletes it.
create table recovery_codes (
  code_hash bytea primary key check (octet_length(code_hash) = 32),
  user_id text not null collate "C" references users
);
create index recovery_codes_by_user on recovery_codes (user_id);

-- Challenges that were given out and not answered yet; answering one deletes it.
create table ceremonies (
  id uuid primary key,
  challenge bytea not null,
  purpose text not null check (purpose in ('sign_in', 'register', 'act')),
  -- Of a person who is in; it ends with their session.
  session_id uuid references dashboard_sessions (id) on delete cascade,
  expires_at timestamptz not null,
  check ((purpose = 'sign_in') = (session_id is null))
);
create index ceremonies_by_session on ceremonies (session_id) where session_id is not null;
create index ceremonies_by_end on ceremonies (expires_at);
