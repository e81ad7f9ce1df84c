-- Replaced by `sessions_of_merchant` and `events_of_merchant`.
drop index sessions_by_merchant;
drop index events_by_merchant;
