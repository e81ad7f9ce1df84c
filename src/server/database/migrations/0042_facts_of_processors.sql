-- What a verified notification proved. A row is `pending` until it is applied; servers of the release before insert applied ones.
alter table processor_notifications add column facts jsonb;
alter table processor_notifications add column pending boolean not null default false;
