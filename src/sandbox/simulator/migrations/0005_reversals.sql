-- Money that a bank or network takes back after success, as by a chargeback.
alter table simulator.payments add column reversed_minor bigint not null default 0
  check (reversed_minor between 0 and amount_minor);
alter table simulator.ledger_entries drop constraint ledger_entries_kind_check;
alter table simulator.ledger_entries add constraint ledger_entries_kind_check
  check (kind in ('authorization', 'capture', 'refund', 'reversal'));
drop index simulator.a_payment_is_charged_once;
create unique index a_payment_is_charged_once on simulator.ledger_entries (payment_id, kind)
  where kind in ('authorization', 'capture');
alter table simulator.notifications drop constraint notifications_type_check;
alter table simulator.notifications add constraint notifications_type_check
  check (type in ('payment.succeeded', 'payment.failed', 'payment.reversed'));
