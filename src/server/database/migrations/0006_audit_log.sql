-- What operators and the keys of merchants did to rights and money. Every row is bound to the one before by its hash, and
-- sealed under a key that the database does not hold: server/service/audit/audit-chain.ts says how.
create table audit_log (
  sequence bigint primary key check (sequence > 0),
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('command', 'api_key', 'server')),
  actor text not null,
  command text,
  action text not null,
  subject text not null,
  merchant_id uuid,
  -- JSON as text: the hash is of these very bytes.
  details text not null,
  -- Which MASTER_KEY sealed it; of an older one only the hash can be followed.
  key_id text not null,
  hash bytea not null,
  seal bytea not null
);
create index audit_log_by_merchant on audit_log (merchant_id, sequence desc) where merchant_id is not null;

-- The end of the chain: who appends holds it until the commit, so that there are neither gaps nor forks, and rows that
-- vanish from the end are missed.
create table audit_head (
  id boolean primary key default true check (id),
  sequence bigint not null,
  hash bytea not null,
  -- The seal of the last row, and that of this one.
  last_seal bytea not null,
  key_id text,
  seal bytea
);
insert into audit_head (sequence, hash, last_seal) values (0, decode(repeat('00', 32), 'hex'), '');

create function audit_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only' using errcode = 'check_violation', constraint = 'audit_is_append_only';
end $$;
create trigger audit_log_is_append_only before update or delete or truncate on audit_log
  for each statement execute function audit_is_append_only();
create trigger audit_head_stays before insert or delete or truncate on audit_head
  for each statement execute function audit_is_append_only();

create function audit_head_moves_on() returns trigger language plpgsql as $$
begin
  if new.sequence <> old.sequence + 1 then
    raise exception 'the audit log goes on by one' using errcode = 'check_violation', constraint = 'audit_head_moves_on';
  end if;
  return new;
end $$;
create trigger audit_head_moves_on before update on audit_head
  for each row execute function audit_head_moves_on();

-- Also where triggers are off for replication.
alter table audit_log enable always trigger audit_log_is_append_only;
alter table audit_head enable always trigger audit_head_stays;
alter table audit_head enable always trigger audit_head_moves_on;
