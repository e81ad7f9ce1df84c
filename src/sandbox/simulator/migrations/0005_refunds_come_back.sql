-- The money of a refund may come back some seconds after it succeeded, by the card's number, or on command.

alter table simulator.payments
  drop constraint payments_refund_behavior_check,
  add constraint payments_refund_behavior_check check (refund_behavior in ('succeed', 'fail', 'wait', 'return'));

alter table simulator.refunds
  drop constraint refunds_status_check,
  add constraint refunds_status_check check (status in ('pending', 'succeeded', 'failed', 'reversed')),
  drop constraint only_a_pending_refund_is_due,
  add constraint what_is_pending_is_due check (status <> 'pending' or due_at is not null),
  add constraint what_has_ended_is_not_due check (due_at is null or status in ('pending', 'succeeded'));

create unique index a_refund_comes_back_once on simulator.ledger_entries (refund_id) where kind = 'refund_reversal';

alter table simulator.notifications
  add column refund_id text references simulator.refunds (id),
  drop constraint notifications_type_check,
  add constraint notifications_type_check check (type in
    ('payment.authorized', 'payment.succeeded', 'payment.failed', 'payment.voided', 'payment.reversed', 'payment.reinstated',
     'payment.disputed', 'refund.reversed')),
  add constraint what_tells_of_a_refund_names_it check ((type = 'refund.reversed') = (refund_id is not null));
