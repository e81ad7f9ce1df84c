-- An invitation says to what: the role is given when its link is used, by the person whose it is.
alter table sign_in_links add column id uuid, add column merchant_id uuid references merchants, add column role text;
-- When a person last came back by a recovery code or link: their colleagues see it for a week.
alter table users add column recovered_at timestamptz;
