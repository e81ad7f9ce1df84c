-- concurrently
-- Payments for which the processor took another amount, until somebody decides.
create index concurrently if not exists payments_mismatched on payments (created_at) where status = 'amount_mismatch';
