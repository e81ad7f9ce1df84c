-- Why money of a payment was taken back last.
alter table simulator.payments add column reversal_kind text
  check (reversal_kind in ('chargeback', 'capture_failed', 'refund_elsewhere', 'network'));
