-- Filters of lists that people of the dashboard saved under a name. Servers of the release before do not name it.
create table dashboard_views (
  id uuid primary key,
  user_id text not null collate "C" references users (id),
  merchant_id uuid references merchants (id),
  list text not null check (list in ('payments', 'refunds')),
  name text not null,
  filters jsonb not null,
  is_shared boolean not null,
  created_at timestamptz not null
);
create unique index dashboard_views_of_person on dashboard_views (user_id, merchant_id, list, lower(name)) nulls not distinct;
create index dashboard_views_shared on dashboard_views (merchant_id, list) where is_shared;
