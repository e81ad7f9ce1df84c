-- What the operator lets a merchant's own people do in the dashboard, of that which needs to be allowed.
alter table merchants add column people_may text[] not null default '{}';
