-- The schema after all migrations, to be read. Written from the catalogs of PostgreSQL 18 by "npm run schema": change it by a
-- migration, never here.

CREATE TABLE card_keys (
  only_one boolean NOT NULL DEFAULT true,
  kid text NOT NULL,
  private_jwk jsonb NOT NULL,
  CONSTRAINT card_keys_pkey PRIMARY KEY (only_one),
  CONSTRAINT card_keys_only_one_check CHECK (only_one)
);

CREATE TABLE dispute_steps (
  payment_id text NOT NULL,
  step text NOT NULL,
  at timestamp with time zone NOT NULL,
  amount_minor bigint NOT NULL,
  respond_by timestamp with time zone,
  CONSTRAINT dispute_steps_pkey PRIMARY KEY (payment_id, step),
  CONSTRAINT dispute_steps_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT dispute_steps_amount_minor_check CHECK ((amount_minor > 0))
);

CREATE TABLE ledger_entries (
  sequence bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  payment_id text NOT NULL,
  refund_id text,
  kind text NOT NULL,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  recorded_at timestamp with time zone NOT NULL,
  CONSTRAINT ledger_entries_pkey PRIMARY KEY (sequence),
  CONSTRAINT ledger_entries_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT ledger_entries_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id),
  CONSTRAINT a_refund_names_its_request CHECK (((kind = ANY (ARRAY['refund'::text, 'refund_reversal'::text])) = (refund_id IS NOT NULL))),
  CONSTRAINT ledger_entries_amount_minor_check CHECK ((amount_minor > 0)),
  CONSTRAINT ledger_entries_kind_check CHECK ((kind = ANY (ARRAY['authorization'::text, 'capture'::text, 'void'::text, 'refund'::text, 'reversal'::text, 'reinstatement'::text, 'refund_reversal'::text])))
);
CREATE UNIQUE INDEX a_hold_is_released_once ON ledger_entries USING btree (payment_id) WHERE (kind = 'void'::text);
CREATE UNIQUE INDEX a_payment_is_charged_once ON ledger_entries USING btree (payment_id, kind) WHERE (kind = ANY (ARRAY['authorization'::text, 'capture'::text]));
CREATE UNIQUE INDEX a_refund_comes_back_once ON ledger_entries USING btree (refund_id) WHERE (kind = 'refund_reversal'::text);
CREATE UNIQUE INDEX a_refund_is_paid_once ON ledger_entries USING btree (refund_id) WHERE (kind = 'refund'::text);
CREATE INDEX ledger_entries_by_payment ON ledger_entries USING btree (payment_id);
CREATE TRIGGER ledger_entries_are_kept BEFORE DELETE OR UPDATE ON ledger_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_is_kept BEFORE TRUNCATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE migrations (
  name text NOT NULL,
  CONSTRAINT migrations_pkey PRIMARY KEY (name)
);

CREATE TABLE notifications (
  id text NOT NULL,
  payment_id text NOT NULL,
  type text NOT NULL,
  occurred_at timestamp with time zone NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamp with time zone NOT NULL,
  delivered_at timestamp with time zone,
  refund_id text,
  CONSTRAINT notifications_pkey PRIMARY KEY (id),
  CONSTRAINT notifications_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT notifications_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id),
  CONSTRAINT notifications_type_check CHECK ((type = ANY (ARRAY['payment.authorized'::text, 'payment.succeeded'::text, 'payment.failed'::text, 'payment.voided'::text, 'payment.reversed'::text, 'payment.reinstated'::text, 'payment.disputed'::text, 'refund.reversed'::text]))),
  CONSTRAINT what_tells_of_a_refund_names_it CHECK (((type = 'refund.reversed'::text) = (refund_id IS NOT NULL)))
);
CREATE INDEX notifications_to_deliver ON notifications USING btree (next_attempt_at) WHERE (delivered_at IS NULL);

CREATE TABLE payments (
  id text NOT NULL,
  method text NOT NULL,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  status text NOT NULL,
  decline_code text,
  card jsonb,
  action jsonb,
  challenge_token text,
  merchant_name text NOT NULL,
  return_url text,
  refund_behavior text NOT NULL,
  due_at timestamp with time zone,
  due_event text,
  created_at timestamp with time zone NOT NULL,
  is_silent boolean NOT NULL DEFAULT false,
  merchant_id uuid,
  reversed_minor bigint NOT NULL DEFAULT 0,
  paid_at timestamp with time zone,
  capture_method text NOT NULL DEFAULT 'automatic'::text,
  hold_behavior text NOT NULL DEFAULT 'succeed'::text,
  capture_before timestamp with time zone,
  captured_minor bigint,
  void_reason text,
  reinstated_minor bigint NOT NULL DEFAULT 0,
  disputed_as text,
  reversal_kind text,
  CONSTRAINT payments_pkey PRIMARY KEY (id),
  CONSTRAINT payments_challenge_token_key UNIQUE (challenge_token),
  CONSTRAINT a_hold_has_an_end CHECK (((status <> 'authorized'::text) OR (capture_before IS NOT NULL))),
  CONSTRAINT only_a_failure_has_a_decline_code CHECK (((status = 'failed'::text) = (decline_code IS NOT NULL))),
  CONSTRAINT only_a_release_has_a_reason CHECK (((status = 'voided'::text) = (void_reason IS NOT NULL))),
  CONSTRAINT payments_amount_minor_check CHECK (((amount_minor >= 1) AND (amount_minor <= '999999999999'::bigint))),
  CONSTRAINT payments_capture_method_check CHECK ((capture_method = ANY (ARRAY['automatic'::text, 'manual'::text]))),
  CONSTRAINT payments_check CHECK (((captured_minor >= 1) AND (captured_minor <= amount_minor))),
  CONSTRAINT payments_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT payments_disputed_as_check CHECK ((disputed_as = ANY (ARRAY['fraud'::text, 'not_received'::text, 'inquiry'::text]))),
  CONSTRAINT payments_due_event_check CHECK ((due_event = ANY (ARRAY['pay'::text, 'expire'::text, 'authorize'::text, 'end_hold'::text, 'fail_capture'::text, 'capture_again'::text, 'dispute'::text]))),
  CONSTRAINT payments_hold_behavior_check CHECK ((hold_behavior = ANY (ARRAY['succeed'::text, 'capture_fails'::text, 'capture_silent'::text, 'capture_reversed'::text, 'void_silent'::text, 'hold_ends'::text]))),
  CONSTRAINT payments_method_check CHECK ((method = ANY (ARRAY['card'::text, 'pix'::text, 'boleto'::text]))),
  CONSTRAINT payments_refund_behavior_check CHECK ((refund_behavior = ANY (ARRAY['succeed'::text, 'fail'::text, 'wait'::text, 'return'::text]))),
  CONSTRAINT payments_reversal_kind_check CHECK ((reversal_kind = ANY (ARRAY['chargeback'::text, 'capture_failed'::text, 'refund_elsewhere'::text, 'network'::text]))),
  CONSTRAINT payments_status_check CHECK ((status = ANY (ARRAY['requires_action'::text, 'processing'::text, 'authorized'::text, 'succeeded'::text, 'failed'::text, 'voided'::text]))),
  CONSTRAINT payments_void_reason_check CHECK ((void_reason = ANY (ARRAY['requested'::text, 'expired'::text]))),
  CONSTRAINT what_comes_back_was_taken_back CHECK ((((reinstated_minor >= 0) AND (reinstated_minor <= reversed_minor)) AND ((reversed_minor - reinstated_minor) <= amount_minor))),
  CONSTRAINT what_has_ended_has_nothing_due CHECK (((due_at IS NULL) OR (status <> ALL (ARRAY['failed'::text, 'voided'::text])))),
  CONSTRAINT what_is_due_has_a_time CHECK (((due_at IS NULL) = (due_event IS NULL))),
  CONSTRAINT what_is_silent_is_undecided CHECK (((NOT is_silent) OR (status = 'processing'::text))),
  CONSTRAINT who_was_asked_is_sent_back CHECK (((challenge_token IS NULL) = (return_url IS NULL)))
);
CREATE INDEX payments_by_merchant ON payments USING btree (merchant_id);
CREATE INDEX payments_due ON payments USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE TABLE refunds (
  id text NOT NULL,
  payment_id text NOT NULL,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  status text NOT NULL,
  due_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT refunds_pkey PRIMARY KEY (id),
  CONSTRAINT refunds_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT refunds_amount_minor_check CHECK ((amount_minor > 0)),
  CONSTRAINT refunds_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text, 'reversed'::text]))),
  CONSTRAINT what_has_ended_is_not_due CHECK (((due_at IS NULL) OR (status = ANY (ARRAY['pending'::text, 'succeeded'::text])))),
  CONSTRAINT what_is_pending_is_due CHECK (((status <> 'pending'::text) OR (due_at IS NOT NULL)))
);
CREATE INDEX refunds_by_payment ON refunds USING btree (payment_id);
CREATE INDEX refunds_due ON refunds USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE TABLE voided_payments (
  id text NOT NULL,
  voided_at timestamp with time zone NOT NULL,
  CONSTRAINT voided_payments_pkey PRIMARY KEY (id)
);

CREATE OR REPLACE FUNCTION refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the ledger is append-only';
end
$function$;
