-- When a viewer last asked for something: who is idle for long is signed out. Servers of the release before do not name it.
alter table sandbox_viewers add column seen_at timestamptz not null default now();
