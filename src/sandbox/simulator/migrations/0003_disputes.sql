-- A dispute of a payment is a set of steps, as banks and networks tell them.

create table simulator.dispute_steps (
  payment_id text not null references simulator.payments,
  step text not null,
  at timestamptz not null,
  amount_minor bigint not null check (amount_minor > 0),
  respond_by timestamptz,
  primary key (payment_id, step)
);

alter table simulator.notifications
  drop constraint notifications_type_check,
  add constraint notifications_type_check check (type in
    ('payment.authorized', 'payment.succeeded', 'payment.failed', 'payment.voided', 'payment.reversed', 'payment.reinstated',
     'payment.disputed'));
