-- When a browser first followed a session on its page: shown in the session's story, and removed with its personal data.
-- Servers of the release before do not name it.
create table session_openings (
  session_id text collate "C" primary key references sessions,
  opened_at timestamptz not null
);
