-- concurrently
-- What needs a merchant's people: payments whose outcome is unknown for long.
create index concurrently if not exists payments_unknown_of_merchant on payments (merchant_id, created_at) where status = 'unknown';
