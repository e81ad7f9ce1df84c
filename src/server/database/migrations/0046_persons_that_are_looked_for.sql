-- Whose payment it is, so that an index can hold a merchant's payments by what is known of the payer. Null: a payment of
-- before, or of a server of the release before; the worker fills it in.
alter table payments add column merchant_id uuid;

-- Who read whose personal data. Servers may add rows; none may change or delete one.
create table person_reads (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_kind text not null,
  actor text not null,
  -- Null: a search in all merchants that found nobody.
  merchant_id uuid,
  -- A session, never a person: nothing here has to be removed with them. Null: nobody was found.
  subject text,
  fields text[] not null,
  why text not null
);
create index person_reads_by_age on person_reads (at);

-- The only way in which a row goes: by age, which this function looks at itself, by the real time. At most 5000 at once;
-- returns how many.
create function prune_person_reads() returns integer
  language sql security definer set search_path = public, pg_temp as $$
  with pruned as (
    delete from person_reads where id in (
      select id from person_reads where at < now() - interval '400 days' order by at limit 5000
    ) returning id
  )
  select count(*)::integer from pruned
$$;
revoke execute on function prune_person_reads() from public;
