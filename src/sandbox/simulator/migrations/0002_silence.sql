-- A payment whose fate nobody is told, not even who made it or inquires, until somebody decides it.
alter table simulator.payments add column is_silent boolean not null default false;
alter table simulator.payments add constraint what_is_silent_is_undecided check (not is_silent or status = 'processing');
