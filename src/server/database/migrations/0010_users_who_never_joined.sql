-- concurrently
create index concurrently if not exists users_who_never_joined on users (created_at) where status = 'invited';
