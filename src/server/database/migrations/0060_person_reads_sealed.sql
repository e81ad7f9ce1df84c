-- Records of who read personal data go by whole seals of the audit log: what is left can still be verified. A seal is later
-- than all that it covers, so none goes before its time.
create or replace function prune_person_reads() returns integer
  language sql security definer set search_path = public, pg_temp as $$
  with sealed as (
    select (details::jsonb ->> 'to')::bigint as up_to from audit_log
    where subject collate "C" = 'person_reads' and action = 'person_reads.sealed' and at < now() - interval '400 days'
    order by sequence desc limit 1
  ), pruned as (
    delete from person_reads where id in (
      select id from person_reads where id <= (select up_to from sealed) and at < now() - interval '400 days'
      order by id limit 5000
    ) returning id
  )
  select count(*)::integer from pruned
$$;

-- How far the worker has verified the audit log, and what it found.
create table audit_checks (
  id boolean primary key default true check (id),
  -- Where the present pass stands; it begins anew each day.
  progress jsonb not null,
  began_at timestamptz not null,
  verified_sequence bigint,
  verified_at timestamptz,
  fault text,
  fault_sequence bigint,
  fault_at timestamptz
);
