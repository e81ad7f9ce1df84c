-- Sending again what matched when it was asked for, oldest first. The worker goes on with it, at its pace.
create table delivery_replays (
  id uuid primary key,
  merchant_id uuid not null references merchants,
  filter jsonb not null,
  per_second integer not null check (per_second between 1 and 100),
  matched integer not null,
  -- Those that are on their way again, or needed it no more.
  released integer not null default 0,
  created_at timestamptz not null,
  -- In real time; null exactly when it has ended.
  next_at timestamptz,
  finished_at timestamptz,
  constraint an_unfinished_replay_goes_on check ((finished_at is null) = (next_at is not null))
);
create unique index delivery_replays_one_of_merchant on delivery_replays (merchant_id) where finished_at is null;
create index delivery_replays_by_merchant on delivery_replays (merchant_id, created_at desc);
create index delivery_replays_due on delivery_replays (next_at) where finished_at is null;

-- What an unfinished replay sends again; deleted with its end.
create table delivery_replay_items (
  replay_id uuid not null references delivery_replays,
  position integer not null,
  session_id text collate "C",
  replayed_id text collate "C" not null references deliveries,
  -- What sends it again: a new delivery, or the replayed one, which is hastened. Null: it waits.
  delivery_id text collate "C",
  primary key (replay_id, position)
);
create index delivery_replay_items_waiting on delivery_replay_items (replay_id, position) where delivery_id is null;
create index delivery_replay_items_by_session on delivery_replay_items (replay_id, session_id, position);
