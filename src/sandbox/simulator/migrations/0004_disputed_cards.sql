-- Some cards are disputed by themselves, some seconds after success.

alter table simulator.payments
  -- By the card's number.
  add column disputed_as text check (disputed_as in ('fraud', 'not_received', 'inquiry')),
  drop constraint payments_due_event_check,
  add constraint payments_due_event_check check (due_event in
    ('pay', 'expire', 'authorize', 'end_hold', 'fail_capture', 'capture_again', 'dispute'));
