-- Refused API calls of merchants, counted by the hour: what was refused and at which fields, without a value that was sent.
-- Servers of the release before do not name it.
create table refused_calls (
  merchant_id uuid not null references merchants (id),
  hour timestamptz not null,
  operation text not null,
  code text not null,
  paths text[] not null,
  calls bigint not null check (calls > 0),
  last_at timestamptz not null,
  last_key_id text not null,
  last_request_id text not null,
  primary key (merchant_id, hour, operation, code, paths)
);
create index refused_calls_by_hour on refused_calls (hour);
