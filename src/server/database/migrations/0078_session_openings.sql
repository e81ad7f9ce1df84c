-- When a browser first followed a session on its page: shown in the session's story, and removed with its personal data.
-- Servers of the release before do not name it.
create table session_openings (
  session_id text primary key references sessions (id),
  opened_at timestamptz not null
);
