-- A card can be held: authorized first, then captured in full or in part, or released.

alter table simulator.payments
  add column capture_method text not null default 'automatic' check (capture_method in ('automatic', 'manual')),
  -- By the suffix of the payer's e-mail.
  add column hold_behavior text not null default 'succeed' check (hold_behavior in
    ('succeed', 'capture_fails', 'capture_silent', 'capture_reversed', 'void_silent', 'hold_ends')),
  add column capture_before timestamptz,
  -- What was captured of a hold. Null: not held, so all of it was captured, or nothing yet.
  add column captured_minor bigint check (captured_minor between 1 and amount_minor),
  add column void_reason text check (void_reason in ('requested', 'expired')),
  -- Money that came back after it was taken back, such as a capture that was made again. It can be taken back once more.
  add column reinstated_minor bigint not null default 0,
  drop constraint payments_check,
  add constraint what_comes_back_was_taken_back check (reinstated_minor between 0 and reversed_minor
    and reversed_minor - reinstated_minor <= amount_minor),
  drop constraint payments_status_check,
  add constraint payments_status_check check (status in
    ('requires_action', 'processing', 'authorized', 'succeeded', 'failed', 'voided')),
  drop constraint payments_due_event_check,
  add constraint payments_due_event_check check (due_event in
    ('pay', 'expire', 'authorize', 'end_hold', 'fail_capture', 'capture_again')),
  drop constraint what_is_settled_has_nothing_due,
  add constraint what_has_ended_has_nothing_due check (due_at is null or status not in ('failed', 'voided')),
  add constraint a_hold_has_an_end check (status <> 'authorized' or capture_before is not null),
  add constraint only_a_release_has_a_reason check ((status = 'voided') = (void_reason is not null));

alter table simulator.ledger_entries
  drop constraint ledger_entries_kind_check,
  add constraint ledger_entries_kind_check check (kind in
    ('authorization', 'capture', 'void', 'refund', 'reversal', 'reinstatement', 'refund_reversal')),
  drop constraint a_refund_names_its_request,
  add constraint a_refund_names_its_request
    check ((kind in ('refund', 'refund_reversal')) = (refund_id is not null));
create unique index a_hold_is_released_once on simulator.ledger_entries (payment_id) where kind = 'void';

alter table simulator.notifications
  drop constraint notifications_type_check,
  add constraint notifications_type_check check (type in
    ('payment.authorized', 'payment.succeeded', 'payment.failed', 'payment.voided', 'payment.reversed', 'payment.reinstated'));
