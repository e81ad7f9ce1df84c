-- Mails that tell people of what changed about their account or their merchant, and how far the audit log was looked through
-- for them. Servers of the release before name neither.
create table security_mail_progress (
  id boolean primary key default true check (id),
  sequence bigint not null
);
insert into security_mail_progress (sequence) select coalesce(max(sequence), 0) from audit_log;
create table security_mails (
  -- Of the audit log.
  sequence bigint not null,
  user_id text not null collate "C" references users (id),
  attempts_made integer not null default 0,
  next_attempt_at timestamptz not null,
  lease_token uuid,
  leased_until timestamptz,
  primary key (sequence, user_id)
);
create index security_mails_due on security_mails (next_attempt_at);
