-- How much a person may have refunded of one payment, by currency, in minor units; null: nothing, where the role has a limit.
alter table memberships add column refund_limits jsonb;
alter table sign_in_links add column refund_limits jsonb;
-- The passkey that signed the act: an act that is repeated after a crash is recorded with it, too.
alter table dashboard_acts add column signed_by text;
