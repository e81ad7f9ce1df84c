-- The schema after all migrations, to be read. Written from the catalogs of PostgreSQL 18 by "npm run schema": change it by a
-- migration, never here.

CREATE TABLE api_keys (
  id text COLLATE "C" NOT NULL,
  hash bytea NOT NULL,
  last_four text NOT NULL,
  kind text NOT NULL,
  merchant_id uuid,
  scopes text[] NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  hash_key_id text,
  last_used_address text,
  replaced_by text COLLATE "C",
  CONSTRAINT api_keys_pkey PRIMARY KEY (id),
  CONSTRAINT api_keys_hash_key UNIQUE (hash),
  CONSTRAINT api_keys_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  CONSTRAINT api_keys_replaced_by_fkey FOREIGN KEY (replaced_by) REFERENCES api_keys(id),
  CONSTRAINT a_merchant_key_has_a_merchant CHECK (((kind = 'merchant'::text) = (merchant_id IS NOT NULL))),
  CONSTRAINT api_keys_kind_check CHECK ((kind = ANY (ARRAY['merchant'::text, 'checkout'::text])))
);
CREATE INDEX api_keys_by_end ON api_keys USING btree (expires_at) WHERE ((expires_at IS NOT NULL) AND (revoked_at IS NULL));
CREATE INDEX api_keys_by_merchant ON api_keys USING btree (merchant_id);

CREATE TABLE audit_checks (
  id boolean NOT NULL DEFAULT true,
  progress jsonb NOT NULL,
  began_at timestamp with time zone NOT NULL,
  verified_sequence bigint,
  verified_at timestamp with time zone,
  fault text,
  fault_sequence bigint,
  fault_at timestamp with time zone,
  CONSTRAINT audit_checks_pkey PRIMARY KEY (id),
  CONSTRAINT audit_checks_id_check CHECK (id)
);

CREATE TABLE audit_head (
  id boolean NOT NULL DEFAULT true,
  sequence bigint NOT NULL,
  hash bytea NOT NULL,
  last_seal bytea NOT NULL,
  key_id text,
  seal bytea,
  CONSTRAINT audit_head_pkey PRIMARY KEY (id),
  CONSTRAINT audit_head_id_check CHECK (id)
);
CREATE TRIGGER audit_head_moves_on BEFORE UPDATE ON audit_head FOR EACH ROW EXECUTE FUNCTION audit_head_moves_on();
ALTER TABLE audit_head ENABLE ALWAYS TRIGGER audit_head_moves_on;
CREATE TRIGGER audit_head_stays BEFORE INSERT OR DELETE OR TRUNCATE ON audit_head FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();
ALTER TABLE audit_head ENABLE ALWAYS TRIGGER audit_head_stays;

CREATE TABLE audit_log (
  sequence bigint NOT NULL,
  at timestamp with time zone NOT NULL,
  actor_kind text NOT NULL,
  actor text NOT NULL,
  command text,
  action text NOT NULL,
  subject text NOT NULL,
  merchant_id uuid,
  details text NOT NULL,
  key_id text NOT NULL,
  hash bytea NOT NULL,
  seal bytea NOT NULL,
  CONSTRAINT audit_log_pkey PRIMARY KEY (sequence),
  CONSTRAINT audit_log_actor_kind_known CHECK ((actor_kind = ANY (ARRAY['command'::text, 'api_key'::text, 'server'::text, 'user'::text]))),
  CONSTRAINT audit_log_sequence_check CHECK ((sequence > 0))
);
CREATE INDEX audit_log_by_actor ON audit_log USING btree (actor, sequence DESC);
CREATE INDEX audit_log_by_merchant ON audit_log USING btree (merchant_id, sequence DESC) WHERE (merchant_id IS NOT NULL);
CREATE INDEX audit_log_by_subject ON audit_log USING btree (subject COLLATE "C", sequence);
CREATE INDEX audit_log_by_time ON audit_log USING btree (at DESC, sequence DESC);
CREATE TRIGGER audit_log_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();
ALTER TABLE audit_log ENABLE ALWAYS TRIGGER audit_log_is_append_only;

CREATE TABLE ceremonies (
  id uuid NOT NULL,
  challenge bytea NOT NULL,
  purpose text NOT NULL,
  session_id uuid,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT ceremonies_pkey PRIMARY KEY (id),
  CONSTRAINT ceremonies_session_id_fkey FOREIGN KEY (session_id) REFERENCES dashboard_sessions(id) ON DELETE CASCADE,
  CONSTRAINT ceremonies_check CHECK (((purpose = 'sign_in'::text) = (session_id IS NULL))),
  CONSTRAINT ceremonies_purpose_check CHECK ((purpose = ANY (ARRAY['sign_in'::text, 'register'::text, 'act'::text])))
);
CREATE INDEX ceremonies_by_end ON ceremonies USING btree (expires_at);
CREATE INDEX ceremonies_by_session ON ceremonies USING btree (session_id) WHERE (session_id IS NOT NULL);

CREATE TABLE dashboard_acts (
  user_id text COLLATE "C" NOT NULL,
  key_hash bytea NOT NULL,
  act_digest bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  signed_by text,
  leased_until timestamp with time zone,
  made_id text,
  CONSTRAINT dashboard_acts_pkey PRIMARY KEY (user_id, key_hash),
  CONSTRAINT dashboard_acts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT dashboard_acts_key_hash_check CHECK ((octet_length(key_hash) = 32))
);
CREATE INDEX dashboard_acts_by_age ON dashboard_acts USING btree (created_at);

CREATE TABLE dashboard_sessions (
  token_hash bytea NOT NULL,
  id uuid NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  how text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  address text,
  browser text,
  maker_id text COLLATE "C",
  maker_merchant_id uuid,
  CONSTRAINT dashboard_sessions_pkey PRIMARY KEY (token_hash),
  CONSTRAINT dashboard_sessions_id_key UNIQUE (id),
  CONSTRAINT dashboard_sessions_maker_id_fkey FOREIGN KEY (maker_id) REFERENCES users(id),
  CONSTRAINT dashboard_sessions_maker_merchant_id_fkey FOREIGN KEY (maker_merchant_id) REFERENCES merchants(id),
  CONSTRAINT dashboard_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT dashboard_sessions_how_check CHECK ((how = ANY (ARRAY['link'::text, 'recovery'::text, 'passkey'::text]))),
  CONSTRAINT dashboard_sessions_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE INDEX dashboard_sessions_by_user ON dashboard_sessions USING btree (user_id);

CREATE TABLE dashboard_views (
  id uuid NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  merchant_id uuid,
  list text NOT NULL,
  name text NOT NULL,
  filters jsonb NOT NULL,
  is_shared boolean NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT dashboard_views_pkey PRIMARY KEY (id),
  CONSTRAINT dashboard_views_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  CONSTRAINT dashboard_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT dashboard_views_list_check CHECK ((list = ANY (ARRAY['payments'::text, 'refunds'::text])))
);
CREATE UNIQUE INDEX dashboard_views_of_person ON dashboard_views USING btree (user_id, merchant_id, list, lower(name)) NULLS NOT DISTINCT;
CREATE INDEX dashboard_views_shared ON dashboard_views USING btree (merchant_id, list) WHERE is_shared;

CREATE TABLE deliveries (
  id text COLLATE "C" NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  merchant_id uuid NOT NULL,
  url text NOT NULL,
  status text NOT NULL DEFAULT 'pending'::text,
  attempts_made integer NOT NULL DEFAULT 0,
  next_attempt_at timestamp with time zone,
  lease_token uuid,
  leased_until timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  finished_at timestamp with time zone,
  CONSTRAINT deliveries_pkey PRIMARY KEY (id),
  CONSTRAINT deliveries_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id),
  CONSTRAINT deliveries_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  CONSTRAINT a_pending_delivery_is_due CHECK (((status = 'pending'::text) = (next_attempt_at IS NOT NULL))),
  CONSTRAINT deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'exhausted'::text, 'disabled'::text])))
);
CREATE INDEX deliveries_by_event ON deliveries USING btree (event_id);
CREATE INDEX deliveries_by_merchant ON deliveries USING btree (merchant_id, id DESC);
CREATE INDEX deliveries_by_state ON deliveries USING btree (merchant_id, status, id DESC);
CREATE INDEX deliveries_due ON deliveries USING btree (merchant_id, next_attempt_at) WHERE (status = 'pending'::text);
CREATE INDEX deliveries_exhausted ON deliveries USING btree (finished_at) WHERE (status = 'exhausted'::text);
CREATE INDEX deliveries_not_made ON deliveries USING btree (merchant_id, status, event_id DESC) WHERE (status <> 'succeeded'::text);
CREATE INDEX deliveries_pending_by_age ON deliveries USING btree (created_at) WHERE (status = 'pending'::text);

CREATE TABLE delivery_attempts (
  delivery_id text COLLATE "C" NOT NULL,
  number integer NOT NULL,
  started_at timestamp with time zone NOT NULL,
  duration_ms integer NOT NULL,
  status_code integer,
  error text,
  response_excerpt text,
  request_headers jsonb,
  CONSTRAINT delivery_attempts_pkey PRIMARY KEY (delivery_id, number),
  CONSTRAINT delivery_attempts_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES deliveries(id)
);
CREATE INDEX delivery_attempts_by_age ON delivery_attempts USING btree (started_at);

CREATE TABLE delivery_replay_items (
  replay_id uuid NOT NULL,
  "position" integer NOT NULL,
  session_id text COLLATE "C",
  replayed_id text COLLATE "C" NOT NULL,
  delivery_id text COLLATE "C",
  CONSTRAINT delivery_replay_items_pkey PRIMARY KEY (replay_id, "position"),
  CONSTRAINT delivery_replay_items_replay_id_fkey FOREIGN KEY (replay_id) REFERENCES delivery_replays(id),
  CONSTRAINT delivery_replay_items_replayed_id_fkey FOREIGN KEY (replayed_id) REFERENCES deliveries(id)
);
CREATE INDEX delivery_replay_items_by_session ON delivery_replay_items USING btree (replay_id, session_id, "position");
CREATE INDEX delivery_replay_items_waiting ON delivery_replay_items USING btree (replay_id, "position") WHERE (delivery_id IS NULL);

CREATE TABLE delivery_replays (
  id uuid NOT NULL,
  merchant_id uuid NOT NULL,
  filter jsonb NOT NULL,
  per_second integer NOT NULL,
  matched integer NOT NULL,
  released integer NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL,
  next_at timestamp with time zone,
  finished_at timestamp with time zone,
  CONSTRAINT delivery_replays_pkey PRIMARY KEY (id),
  CONSTRAINT delivery_replays_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  CONSTRAINT an_unfinished_replay_goes_on CHECK (((finished_at IS NULL) = (next_at IS NOT NULL))),
  CONSTRAINT delivery_replays_per_second_check CHECK (((per_second >= 1) AND (per_second <= 100)))
);
CREATE INDEX delivery_replays_by_merchant ON delivery_replays USING btree (merchant_id, created_at DESC);
CREATE INDEX delivery_replays_due ON delivery_replays USING btree (next_at) WHERE (finished_at IS NULL);
CREATE UNIQUE INDEX delivery_replays_one_of_merchant ON delivery_replays USING btree (merchant_id) WHERE (finished_at IS NULL);

CREATE TABLE deployment (
  is_only boolean NOT NULL DEFAULT true,
  environment text NOT NULL,
  master_key_id text NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  CONSTRAINT deployment_pkey PRIMARY KEY (is_only),
  CONSTRAINT deployment_environment_check CHECK ((environment = ANY (ARRAY['sandbox'::text, 'production'::text]))),
  CONSTRAINT deployment_is_only_check CHECK (is_only)
);

CREATE TABLE dispute_steps (
  dispute_id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  at timestamp with time zone NOT NULL,
  recorded_at timestamp with time zone NOT NULL,
  CONSTRAINT dispute_steps_pkey PRIMARY KEY (dispute_id, kind),
  CONSTRAINT dispute_steps_dispute_id_fkey FOREIGN KEY (dispute_id) REFERENCES disputes(id)
);

CREATE TABLE disputes (
  id text COLLATE "C" NOT NULL,
  merchant_id uuid NOT NULL,
  session_id text COLLATE "C" NOT NULL,
  payment_id text COLLATE "C" NOT NULL,
  processor text NOT NULL,
  processor_reference text NOT NULL,
  stage text NOT NULL,
  status text NOT NULL,
  rank integer NOT NULL,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  network text,
  reason_code text,
  reason text,
  respond_by timestamp with time zone,
  respond_by_is_proven boolean NOT NULL DEFAULT false,
  opened_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  closed_at timestamp with time zone,
  CONSTRAINT disputes_pkey PRIMARY KEY (id),
  CONSTRAINT disputes_once UNIQUE (processor, processor_reference),
  CONSTRAINT disputes_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT disputes_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id),
  CONSTRAINT a_dispute_stands_where_its_step_does CHECK (((((((((((((((((rank = 10) AND (stage = 'inquiry'::text) AND (status = 'needs_response'::text)) OR ((rank = 20) AND (stage = 'chargeback'::text) AND (status = 'needs_response'::text))) OR ((rank = 30) AND (stage = 'chargeback'::text) AND (status = 'needs_response'::text))) OR ((rank = 40) AND (stage = 'chargeback'::text) AND (status = 'under_review'::text))) OR ((rank = 50) AND (stage = 'chargeback'::text) AND (status = 'lost'::text))) OR ((rank = 60) AND (stage = 'chargeback'::text) AND (status = 'won'::text))) OR ((rank = 70) AND (stage = 'chargeback'::text) AND (status = 'won'::text))) OR ((rank = 80) AND (stage = 'second_chargeback'::text) AND (status = 'lost'::text))) OR ((rank = 90) AND (stage = 'pre_arbitration'::text) AND (status = 'needs_response'::text))) OR ((rank = 99) AND (stage = 'pre_arbitration'::text) AND (status = 'under_review'::text))) OR ((rank = 100) AND (stage = 'pre_arbitration'::text) AND (status = 'lost'::text))) OR ((rank = 101) AND (stage = 'pre_arbitration'::text) AND (status = 'won'::text))) OR ((rank = 110) AND (stage = 'arbitration'::text) AND (status = 'under_review'::text))) OR ((rank = 120) AND (stage = 'arbitration'::text) AND (status = 'won'::text))) OR ((rank = 121) AND (stage = 'arbitration'::text) AND (status = 'lost'::text)))),
  CONSTRAINT an_ended_dispute_has_its_time CHECK (((status = ANY (ARRAY['won'::text, 'lost'::text])) = (closed_at IS NOT NULL))),
  CONSTRAINT disputes_amount_minor_check CHECK ((amount_minor > 0))
);
CREATE INDEX disputes_by_session ON disputes USING btree (session_id);
CREATE INDEX disputes_by_state ON disputes USING btree (merchant_id, status, id COLLATE "POSIX" DESC);
CREATE INDEX disputes_due ON disputes USING btree (respond_by) WHERE (status = 'needs_response'::text);
CREATE INDEX disputes_of_merchant ON disputes USING btree (merchant_id, id COLLATE "POSIX" DESC);
CREATE TRIGGER disputes_move_forward BEFORE UPDATE OF rank ON disputes FOR EACH ROW EXECUTE FUNCTION disputes_move_forward();

CREATE TABLE events (
  id text COLLATE "C" NOT NULL,
  merchant_id uuid NOT NULL,
  session_id text COLLATE "C",
  type text NOT NULL,
  sequence integer NOT NULL,
  body text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(),
  traceparent text,
  CONSTRAINT events_pkey PRIMARY KEY (id),
  CONSTRAINT events_session_id_sequence_key UNIQUE (session_id, sequence),
  CONSTRAINT events_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  CONSTRAINT events_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id)
);
CREATE INDEX events_by_transaction ON events USING btree (merchant_id, transaction_id);
CREATE INDEX events_by_type ON events USING btree (merchant_id, type, id DESC);
CREATE INDEX events_of_merchant ON events USING btree (merchant_id, id COLLATE "POSIX" DESC);

CREATE TABLE idempotency_keys (
  merchant_id uuid NOT NULL,
  route text NOT NULL,
  key text NOT NULL,
  body_hash bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  leased_until timestamp with time zone,
  response_status integer,
  response_location text,
  response_body text,
  value_hash bytea,
  made_id text,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (merchant_id, route, key),
  CONSTRAINT idempotency_keys_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys USING btree (created_at);

CREATE TABLE memberships (
  user_id text COLLATE "C" NOT NULL,
  merchant_id uuid,
  role text NOT NULL,
  granted_at timestamp with time zone NOT NULL,
  refund_limits jsonb,
  CONSTRAINT memberships_user_id_merchant_id_key UNIQUE NULLS NOT DISTINCT (user_id, merchant_id),
  CONSTRAINT memberships_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  CONSTRAINT memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT memberships_check CHECK (
CASE
    WHEN (merchant_id IS NULL) THEN (role = ANY (ARRAY['admin'::text, 'support'::text, 'finance'::text, 'viewer'::text]))
    ELSE (role = ANY (ARRAY['owner'::text, 'developer'::text, 'support'::text, 'finance'::text]))
END)
);
CREATE INDEX memberships_by_merchant ON memberships USING btree (merchant_id, role);
CREATE INDEX memberships_of_merchant ON memberships USING btree (merchant_id, user_id);

CREATE TABLE merchant_accounts (
  user_id text COLLATE "C" NOT NULL,
  merchant_id uuid NOT NULL,
  email text,
  CONSTRAINT merchant_accounts_pkey PRIMARY KEY (user_id),
  CONSTRAINT merchant_accounts_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  CONSTRAINT merchant_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX merchant_accounts_by_address ON merchant_accounts USING btree (lower(email));
CREATE UNIQUE INDEX merchant_accounts_by_email ON merchant_accounts USING btree (merchant_id, lower(email));

CREATE TABLE merchants (
  id uuid NOT NULL,
  name text NOT NULL,
  currency text NOT NULL,
  country text NOT NULL,
  callback_url text,
  callback_disabled_at timestamp with time zone,
  return_origins text[] NOT NULL,
  success_url text,
  cancel_url text,
  late_payments text NOT NULL DEFAULT 'refund'::text,
  brand jsonb NOT NULL DEFAULT '{}'::jsonb,
  created_at timestamp with time zone NOT NULL,
  payment_methods text[],
  amount_mismatch text NOT NULL DEFAULT 'hold'::text,
  legal_name text,
  tax_id text,
  support_email text,
  support_phone text,
  terms_url text,
  privacy_url text,
  people_may text[] NOT NULL DEFAULT '{}'::text[],
  time_zone text,
  shopper_mails boolean NOT NULL DEFAULT true,
  CONSTRAINT merchants_pkey PRIMARY KEY (id),
  CONSTRAINT merchants_amount_mismatch_check CHECK ((amount_mismatch = ANY (ARRAY['hold'::text, 'accept'::text, 'refund'::text]))),
  CONSTRAINT merchants_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  CONSTRAINT merchants_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT merchants_late_payments_check CHECK ((late_payments = ANY (ARRAY['accept'::text, 'refund'::text])))
);
CREATE INDEX merchants_by_name ON merchants USING btree (lower(name) COLLATE "C", id);

CREATE TABLE passkeys (
  credential_id bytea NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  rp_id text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  is_backed_up boolean NOT NULL,
  aaguid uuid NOT NULL,
  name text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  CONSTRAINT passkeys_pkey PRIMARY KEY (credential_id),
  CONSTRAINT passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX passkeys_by_user ON passkeys USING btree (user_id);

CREATE TABLE payments (
  id text COLLATE "C" NOT NULL,
  session_id text COLLATE "C" NOT NULL,
  attempt_key text,
  status text NOT NULL DEFAULT 'created'::text,
  method text NOT NULL,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  installments integer NOT NULL DEFAULT 1,
  customer jsonb NOT NULL DEFAULT '{}'::jsonb,
  card_brand text,
  card_last_four text,
  decline_code text,
  action jsonb,
  processor text NOT NULL,
  captured_minor bigint NOT NULL DEFAULT 0,
  refunded_minor bigint NOT NULL DEFAULT 0,
  late boolean NOT NULL DEFAULT false,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  succeeded_at timestamp with time zone,
  next_inquiry_at timestamp with time zone,
  inquiries integer NOT NULL DEFAULT 0,
  locale text,
  inserted_at timestamp with time zone NOT NULL DEFAULT now(),
  processor_references jsonb,
  interest_minor bigint,
  refund_owed_at timestamp with time zone,
  next_refund_at timestamp with time zone,
  refund_tries integer NOT NULL DEFAULT 0,
  number integer,
  acknowledged_at timestamp with time zone,
  last_inquired_at timestamp with time zone,
  inquiry_requested boolean NOT NULL DEFAULT false,
  captured_currency text,
  accepted_by text,
  reversed_minor bigint NOT NULL DEFAULT 0,
  discount_minor bigint NOT NULL DEFAULT 0,
  processor_state jsonb,
  payee_name text,
  paid_at timestamp with time zone,
  surplus_of text COLLATE "C",
  merchant_id uuid,
  capture_method text,
  authorized_minor bigint,
  authorized_at timestamp with time zone,
  capture_before timestamp with time zone,
  capture_minor bigint,
  capture_asked_at timestamp with time zone,
  intent text,
  intent_sent_at timestamp with time zone,
  next_intent_at timestamp with time zone,
  intent_tries integer NOT NULL DEFAULT 0,
  capture_failed_at timestamp with time zone,
  capture_failed_minor bigint,
  void_reason text,
  released_at timestamp with time zone,
  returned text,
  reinstated_minor bigint NOT NULL DEFAULT 0,
  unexplained_since timestamp with time zone,
  paid_outside_at timestamp with time zone,
  refund_held_at timestamp with time zone,
  fraud_reported_at timestamp with time zone,
  returned_refused smallint NOT NULL DEFAULT 0,
  returned_refused_digests bytea[] NOT NULL DEFAULT '{}'::bytea[],
  CONSTRAINT payments_pkey PRIMARY KEY (id),
  CONSTRAINT payments_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id),
  CONSTRAINT a_capture_method_is_known CHECK ((capture_method = 'manual'::text)),
  CONSTRAINT a_failure_says_why CHECK (((status = 'failed'::text) = (decline_code IS NOT NULL))),
  CONSTRAINT a_hold_has_an_amount_and_an_end CHECK (((status <> 'authorized'::text) OR ((authorized_minor > 0) AND (authorized_at IS NOT NULL) AND (capture_before IS NOT NULL)))),
  CONSTRAINT a_void_says_why CHECK ((((void_reason IS NULL) OR (void_reason = ANY (ARRAY['requested'::text, 'expired'::text, 'elsewhere'::text]))) AND ((status <> 'voided'::text) OR (void_reason IS NOT NULL)))),
  CONSTRAINT an_intent_fits_the_state CHECK (((intent IS NULL) OR ((intent = 'capture'::text) AND (status = 'authorized'::text) AND (capture_minor IS NOT NULL)) OR ((intent = 'void'::text) AND (status = ANY (ARRAY['authorized'::text, 'failed'::text, 'voided'::text])) AND (void_reason IS NOT NULL)))),
  CONSTRAINT an_intent_is_due CHECK (((intent IS NULL) = (next_intent_at IS NULL))),
  CONSTRAINT captured_is_not_negative CHECK ((captured_minor >= 0)),
  CONSTRAINT captures_stay_within_the_hold CHECK (((capture_minor >= 1) AND (capture_minor <= COALESCE(authorized_minor, amount_minor)))),
  CONSTRAINT payments_amount_minor_check CHECK (((amount_minor >= 1) AND (amount_minor <= '999999999999'::bigint))),
  CONSTRAINT payments_installments_check CHECK (((installments >= 1) AND (installments <= 24))),
  CONSTRAINT payments_method_check CHECK ((method = ANY (ARRAY['card'::text, 'pix'::text, 'boleto'::text]))),
  CONSTRAINT payments_status_check CHECK ((status = ANY (ARRAY['created'::text, 'requires_action'::text, 'processing'::text, 'unknown'::text, 'authorized'::text, 'amount_mismatch'::text, 'succeeded'::text, 'failed'::text, 'voided'::text]))),
  CONSTRAINT refunds_within_captured CHECK (((refunded_minor >= 0) AND (refunded_minor <= captured_minor))),
  CONSTRAINT success_is_captured CHECK (((status <> 'succeeded'::text) OR ((captured_currency IS NULL) AND (captured_minor > 0) AND ((captured_minor = COALESCE(capture_minor, amount_minor)) OR (accepted_by IS NOT NULL))))),
  CONSTRAINT what_came_back_is_bounded CHECK ((octet_length(returned) <= 24576))
);
CREATE INDEX payments_by_bank_number ON payments USING btree (COALESCE((processor_references ->> 'authorizationCode'::text), (processor_references ->> 'boletoNumber'::text)), merchant_id, id COLLATE "POSIX" DESC) WHERE (COALESCE((processor_references ->> 'authorizationCode'::text), (processor_references ->> 'boletoNumber'::text)) IS NOT NULL);
CREATE INDEX payments_by_capture ON payments USING btree (processor, COALESCE(succeeded_at, updated_at)) WHERE (captured_minor > 0);
CREATE INDEX payments_by_card_in_units ON payments USING btree (card_last_four, amount_minor, currency_exponent(currency), merchant_id, id COLLATE "POSIX" DESC) WHERE (card_last_four IS NOT NULL);
CREATE INDEX payments_by_email ON payments USING btree (hashtextextended(lower(((customer ->> 'email'::text) COLLATE "C")), (0)::bigint), merchant_id, id COLLATE "POSIX" DESC) WHERE ((customer ->> 'email'::text) IS NOT NULL);
CREATE INDEX payments_by_end_to_end_id ON payments USING btree (lower((processor_references ->> 'endToEndId'::text))) WHERE ((processor_references ->> 'endToEndId'::text) IS NOT NULL);
CREATE INDEX payments_by_fraud_report ON payments USING btree (fraud_reported_at) WHERE (fraud_reported_at IS NOT NULL);
CREATE INDEX payments_by_phone ON payments USING btree (hashtextextended((customer ->> 'phone'::text), (0)::bigint), merchant_id, id COLLATE "POSIX" DESC) WHERE ((customer ->> 'phone'::text) IS NOT NULL);
CREATE INDEX payments_by_reference ON payments USING gin (processor_references jsonb_path_ops, (
CASE
    WHEN (action ? 'digitableLine'::text) THEN action
    ELSE NULL::jsonb
END) jsonb_path_ops);
CREATE INDEX payments_by_session ON payments USING btree (session_id, id DESC);
CREATE INDEX payments_by_tax_id ON payments USING btree (hashtextextended((customer ->> 'taxId'::text), (0)::bigint), merchant_id, id COLLATE "POSIX" DESC) WHERE ((customer ->> 'taxId'::text) IS NOT NULL);
CREATE INDEX payments_intents ON payments USING btree (next_intent_at) WHERE (intent IS NOT NULL);
CREATE INDEX payments_late_kept ON payments USING btree (id) WHERE (late AND (((captured_minor - refunded_minor) - reversed_minor) > 0));
CREATE INDEX payments_late_left ON payments USING btree (id) WHERE (late AND (((captured_minor - refunded_minor) - GREATEST((reversed_minor - reinstated_minor), (0)::bigint)) > 0));
CREATE INDEX payments_mismatched ON payments USING btree (created_at) WHERE (status = 'amount_mismatch'::text);
CREATE INDEX payments_of_merchant ON payments USING btree (merchant_id, id COLLATE "POSIX" DESC);
CREATE UNIQUE INDEX payments_one_live ON payments USING btree (session_id) WHERE (status <> ALL (ARRAY['succeeded'::text, 'failed'::text, 'voided'::text]));
CREATE UNIQUE INDEX payments_one_per_press ON payments USING btree (session_id, attempt_key);
CREATE UNIQUE INDEX payments_one_success ON payments USING btree (session_id) WHERE (status = 'succeeded'::text);
CREATE INDEX payments_owed ON payments USING btree (next_refund_at) WHERE (refund_owed_at IS NOT NULL);
CREATE INDEX payments_to_capture ON payments USING btree (capture_before) WHERE ((status = 'authorized'::text) AND (intent IS NULL));
CREATE INDEX payments_to_inquire ON payments USING btree (next_inquiry_at) WHERE (next_inquiry_at IS NOT NULL);
CREATE INDEX payments_unexplained ON payments USING btree (unexplained_since) WHERE (unexplained_since IS NOT NULL);
CREATE INDEX payments_unknown_by_age ON payments USING btree (created_at) WHERE (status = 'unknown'::text);
CREATE INDEX payments_unknown_of_merchant ON payments USING btree (merchant_id, created_at) WHERE (status = 'unknown'::text);
CREATE TRIGGER intents_move_legally BEFORE UPDATE OF intent ON payments FOR EACH ROW WHEN ((old.intent IS DISTINCT FROM new.intent)) EXECUTE FUNCTION intents_move_legally();
CREATE TRIGGER payments_have_the_discount BEFORE INSERT ON payments FOR EACH ROW EXECUTE FUNCTION payments_have_the_discount();
CREATE TRIGGER payments_move_legally BEFORE UPDATE OF status ON payments FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION payments_move_legally();

CREATE TABLE person_reads (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  at timestamp with time zone NOT NULL,
  actor_kind text NOT NULL,
  actor text NOT NULL,
  merchant_id uuid,
  subject text,
  fields text[] NOT NULL,
  why text NOT NULL,
  CONSTRAINT person_reads_pkey PRIMARY KEY (id)
);
CREATE INDEX person_reads_by_actor ON person_reads USING btree (actor, id DESC);
CREATE INDEX person_reads_by_age ON person_reads USING btree (at);
CREATE INDEX person_reads_by_merchant ON person_reads USING btree (merchant_id, id DESC);
CREATE INDEX person_reads_by_subject ON person_reads USING btree (subject COLLATE "C", id DESC);

CREATE TABLE processor_notifications (
  processor text NOT NULL,
  notification_id text NOT NULL,
  payment_id text COLLATE "C" NOT NULL,
  received_at timestamp with time zone NOT NULL,
  digest text,
  facts jsonb,
  pending boolean NOT NULL DEFAULT false,
  CONSTRAINT processor_notifications_pkey PRIMARY KEY (processor, notification_id)
);
CREATE INDEX notifications_without_facts ON processor_notifications USING btree (received_at) WHERE (facts IS NULL);
CREATE INDEX processor_facts_by_payment ON processor_notifications USING btree (payment_id) WHERE (facts IS NOT NULL);
CREATE INDEX processor_notifications_by_age ON processor_notifications USING btree (received_at);

CREATE TABLE receipt_emails (
  session_id text COLLATE "C" NOT NULL,
  payment_id text COLLATE "C" NOT NULL,
  status text NOT NULL DEFAULT 'pending'::text,
  attempts_made integer NOT NULL DEFAULT 0,
  next_attempt_at timestamp with time zone,
  lease_token uuid,
  leased_until timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  finished_at timestamp with time zone,
  CONSTRAINT receipt_emails_pkey PRIMARY KEY (session_id),
  CONSTRAINT receipt_emails_payment_id_key UNIQUE (payment_id),
  CONSTRAINT receipt_emails_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT receipt_emails_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id),
  CONSTRAINT a_pending_receipt_is_due CHECK (((status = 'pending'::text) = (next_attempt_at IS NOT NULL))),
  CONSTRAINT receipt_emails_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'sent'::text, 'failed'::text])))
);
CREATE INDEX receipt_emails_by_age ON receipt_emails USING btree (finished_at) WHERE (status <> 'pending'::text);
CREATE INDEX receipt_emails_due ON receipt_emails USING btree (next_attempt_at) WHERE (status = 'pending'::text);

CREATE TABLE recovery_codes (
  code_hash bytea NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (code_hash),
  CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT recovery_codes_code_hash_check CHECK ((octet_length(code_hash) = 32))
);
CREATE INDEX recovery_codes_by_user ON recovery_codes USING btree (user_id);

CREATE TABLE refunds (
  id text COLLATE "C" NOT NULL,
  session_id text COLLATE "C" NOT NULL,
  payment_id text COLLATE "C" NOT NULL,
  status text NOT NULL DEFAULT 'pending'::text,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  reason text,
  request_key text,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  next_inquiry_at timestamp with time zone,
  inquiries integer NOT NULL DEFAULT 0,
  processor_references jsonb,
  processor_state jsonb,
  merchant_id uuid,
  reversed_at timestamp with time zone,
  requested_at timestamp with time zone,
  overdrawn_at timestamp with time zone,
  CONSTRAINT refunds_pkey PRIMARY KEY (id),
  CONSTRAINT refunds_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT refunds_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id),
  CONSTRAINT a_reversed_refund_has_its_time CHECK (((status = 'reversed'::text) = (reversed_at IS NOT NULL))),
  CONSTRAINT refunds_amount_minor_check CHECK ((amount_minor > 0)),
  CONSTRAINT refunds_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text, 'reversed'::text])))
);
CREATE INDEX refunds_by_payment ON refunds USING btree (payment_id);
CREATE INDEX refunds_by_session ON refunds USING btree (session_id);
CREATE INDEX refunds_by_success ON refunds USING btree (updated_at) WHERE (status = 'succeeded'::text);
CREATE INDEX refunds_of_merchant ON refunds USING btree (merchant_id, id COLLATE "POSIX" DESC);
CREATE UNIQUE INDEX refunds_one_per_request ON refunds USING btree (session_id, request_key);
CREATE INDEX refunds_to_inquire ON refunds USING btree (next_inquiry_at) WHERE (next_inquiry_at IS NOT NULL);
CREATE INDEX refunds_unfinished ON refunds USING btree (status, id) WHERE (status <> 'succeeded'::text);
CREATE TRIGGER refunds_count AFTER INSERT OR UPDATE OF status ON refunds FOR EACH ROW EXECUTE FUNCTION refunds_count();
CREATE TRIGGER refunds_move_legally BEFORE UPDATE OF status ON refunds FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION refunds_move_legally();

CREATE TABLE refused_calls (
  merchant_id uuid NOT NULL,
  hour timestamp with time zone NOT NULL,
  operation text NOT NULL,
  code text NOT NULL,
  paths text[] NOT NULL,
  calls bigint NOT NULL,
  last_at timestamp with time zone NOT NULL,
  last_key_id text NOT NULL,
  last_request_id text NOT NULL,
  CONSTRAINT refused_calls_pkey PRIMARY KEY (merchant_id, hour, operation, code, paths),
  CONSTRAINT refused_calls_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  CONSTRAINT refused_calls_calls_check CHECK ((calls > 0))
);
CREATE INDEX refused_calls_by_hour ON refused_calls USING btree (hour);

CREATE TABLE reinstatements (
  payment_id text COLLATE "C" NOT NULL,
  total_minor bigint NOT NULL,
  recorded_at timestamp with time zone NOT NULL,
  CONSTRAINT reinstatements_pkey PRIMARY KEY (payment_id, total_minor),
  CONSTRAINT reinstatements_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT reinstatements_total_minor_check CHECK ((total_minor > 0))
);
CREATE INDEX reinstatements_by_time ON reinstatements USING btree (recorded_at);

CREATE TABLE reversals (
  payment_id text COLLATE "C" NOT NULL,
  total_minor bigint NOT NULL,
  recorded_at timestamp with time zone NOT NULL,
  kind text,
  CONSTRAINT reversals_pkey PRIMARY KEY (payment_id, total_minor),
  CONSTRAINT reversals_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT a_reversal_has_a_known_kind CHECK ((kind = ANY (ARRAY['chargeback'::text, 'capture_failed'::text, 'refund_elsewhere'::text, 'network'::text]))) NOT VALID,
  CONSTRAINT reversals_total_minor_check CHECK ((total_minor > 0))
);
CREATE INDEX reversals_by_time ON reversals USING btree (recorded_at);

CREATE TABLE sandbox_clocks (
  merchant_id uuid NOT NULL,
  offset_ms bigint NOT NULL DEFAULT 0,
  frozen_at timestamp with time zone,
  version bigint NOT NULL,
  lease_token uuid,
  leased_until timestamp with time zone,
  request_key text,
  target timestamp with time zone,
  CONSTRAINT sandbox_clocks_pkey PRIMARY KEY (merchant_id),
  CONSTRAINT sandbox_clocks_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id)
);

CREATE TABLE schema_migrations (
  number integer NOT NULL,
  name text NOT NULL,
  checksum text NOT NULL,
  applied_at timestamp with time zone NOT NULL DEFAULT now(),
  oldest_release text NOT NULL,
  CONSTRAINT schema_migrations_pkey PRIMARY KEY (number)
);

CREATE TABLE schema_migrations_ahead (
  number integer NOT NULL,
  name text NOT NULL,
  checksum text NOT NULL,
  applied_at timestamp with time zone NOT NULL DEFAULT now(),
  oldest_release text NOT NULL,
  CONSTRAINT schema_migrations_ahead_pkey PRIMARY KEY (number)
);

CREATE TABLE security_mail_progress (
  id boolean NOT NULL DEFAULT true,
  sequence bigint NOT NULL,
  CONSTRAINT security_mail_progress_pkey PRIMARY KEY (id),
  CONSTRAINT security_mail_progress_id_check CHECK (id)
);

CREATE TABLE security_mails (
  sequence bigint NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  attempts_made integer NOT NULL DEFAULT 0,
  next_attempt_at timestamp with time zone NOT NULL,
  lease_token uuid,
  leased_until timestamp with time zone,
  CONSTRAINT security_mails_pkey PRIMARY KEY (sequence, user_id),
  CONSTRAINT security_mails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX security_mails_due ON security_mails USING btree (next_attempt_at);

CREATE TABLE session_openings (
  session_id text COLLATE "C" NOT NULL,
  opened_at timestamp with time zone NOT NULL,
  CONSTRAINT session_openings_pkey PRIMARY KEY (session_id),
  CONSTRAINT session_openings_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id)
);

CREATE TABLE sessions (
  id text COLLATE "C" NOT NULL,
  reference_hash bytea NOT NULL,
  merchant_id uuid NOT NULL,
  status text NOT NULL DEFAULT 'open'::text,
  payment_status text NOT NULL DEFAULT 'unpaid'::text,
  currency text NOT NULL,
  amount_minor bigint NOT NULL,
  amount_refunded_minor bigint NOT NULL DEFAULT 0,
  order_reference text,
  details jsonb NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  completed_at timestamp with time zone,
  canceled_at timestamp with time zone,
  cancellation_reason text,
  paid_late boolean NOT NULL DEFAULT false,
  attempts integer NOT NULL DEFAULT 0,
  event_sequence integer NOT NULL DEFAULT 0,
  version integer NOT NULL DEFAULT 1,
  personal_data_removed_at timestamp with time zone,
  amount_captured_minor bigint,
  amount_reversed_minor bigint NOT NULL DEFAULT 0,
  amount_reinstated_minor bigint NOT NULL DEFAULT 0,
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_reference_hash_key UNIQUE (reference_hash),
  CONSTRAINT sessions_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  CONSTRAINT a_complete_session_says_when CHECK (((status = 'complete'::text) = (completed_at IS NOT NULL))),
  CONSTRAINT sessions_amount_minor_check CHECK (((amount_minor >= 1) AND (amount_minor <= '999999999999'::bigint))),
  CONSTRAINT sessions_amount_refunded_minor_check CHECK ((amount_refunded_minor >= 0)),
  CONSTRAINT sessions_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CONSTRAINT sessions_payment_status_check CHECK ((payment_status = ANY (ARRAY['unpaid'::text, 'requires_action'::text, 'processing'::text, 'authorized'::text, 'paid'::text, 'partially_refunded'::text, 'refunded'::text]))),
  CONSTRAINT sessions_status_check CHECK ((status = ANY (ARRAY['open'::text, 'complete'::text, 'canceled'::text, 'expired'::text])))
);
CREATE INDEX sessions_by_amount ON sessions USING btree (merchant_id, amount_minor, id);
CREATE INDEX sessions_by_amount_in_units ON sessions USING btree (amount_minor, currency_exponent(currency), merchant_id, id DESC);
CREATE INDEX sessions_by_email ON sessions USING btree (merchant_id, hashtextextended((details #>> '{customer,email}'::text[]), (0)::bigint), id DESC) WHERE ((details #>> '{customer,email}'::text[]) IS NOT NULL);
CREATE INDEX sessions_by_metadata ON sessions USING gin (((details -> 'metadata'::text)) jsonb_path_ops);
CREATE INDEX sessions_by_state ON sessions USING btree (merchant_id, status, payment_status, id DESC);
CREATE INDEX sessions_of_merchant ON sessions USING btree (merchant_id, id COLLATE "POSIX" DESC);
CREATE INDEX sessions_of_order ON sessions USING btree (order_reference, merchant_id, id DESC) WHERE (order_reference IS NOT NULL);
CREATE INDEX sessions_of_other_time ON sessions USING btree (merchant_id, id DESC) WHERE (abs(EXTRACT(epoch FROM (created_at - time_of_id(id)))) > (60)::numeric);
CREATE INDEX sessions_to_expire ON sessions USING btree (expires_at) WHERE (status = 'open'::text);
CREATE INDEX sessions_to_forget ON sessions USING btree (COALESCE(completed_at, canceled_at, expires_at)) WHERE ((status <> 'open'::text) AND (personal_data_removed_at IS NULL));
CREATE TRIGGER sessions_move_legally BEFORE UPDATE OF status ON sessions FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION sessions_move_legally();

CREATE TABLE shopper_mails (
  session_id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  refund_id text COLLATE "C" NOT NULL DEFAULT ''::text,
  payment_id text COLLATE "C" NOT NULL,
  status text NOT NULL DEFAULT 'pending'::text,
  attempts_made integer NOT NULL DEFAULT 0,
  next_attempt_at timestamp with time zone,
  lease_token uuid,
  leased_until timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  finished_at timestamp with time zone,
  CONSTRAINT shopper_mails_pkey PRIMARY KEY (session_id, kind, refund_id),
  CONSTRAINT shopper_mails_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  CONSTRAINT shopper_mails_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id),
  CONSTRAINT a_pending_mail_is_due CHECK (((status = 'pending'::text) = (next_attempt_at IS NOT NULL))),
  CONSTRAINT shopper_mails_kind_check CHECK ((kind = ANY (ARRAY['boleto_made'::text, 'boleto_due'::text, 'refund'::text, 'reversal'::text]))),
  CONSTRAINT shopper_mails_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'sent'::text, 'failed'::text, 'dropped'::text])))
);
CREATE INDEX shopper_mails_by_age ON shopper_mails USING btree (finished_at) WHERE (status <> 'pending'::text);
CREATE INDEX shopper_mails_due ON shopper_mails USING btree (next_attempt_at) WHERE (status = 'pending'::text);

CREATE TABLE sign_in_links (
  token_hash bytea NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  purpose text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  id uuid,
  merchant_id uuid,
  role text,
  refund_limits jsonb,
  maker_id text COLLATE "C",
  maker_merchant_id uuid,
  CONSTRAINT sign_in_links_pkey PRIMARY KEY (token_hash),
  CONSTRAINT sign_in_links_maker_id_fkey FOREIGN KEY (maker_id) REFERENCES users(id),
  CONSTRAINT sign_in_links_maker_merchant_id_fkey FOREIGN KEY (maker_merchant_id) REFERENCES merchants(id),
  CONSTRAINT sign_in_links_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  CONSTRAINT sign_in_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT sign_in_links_purpose_check CHECK ((purpose = ANY (ARRAY['invite'::text, 'recover'::text]))),
  CONSTRAINT sign_in_links_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE INDEX sign_in_links_by_merchant ON sign_in_links USING btree (merchant_id, id) WHERE (role IS NOT NULL);
CREATE INDEX sign_in_links_by_user ON sign_in_links USING btree (user_id);

CREATE TABLE users (
  id text COLLATE "C" NOT NULL,
  handle bytea NOT NULL,
  email text,
  name text,
  status text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  signed_in_at timestamp with time zone,
  disabled_at timestamp with time zone,
  recovered_at timestamp with time zone,
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_handle_key UNIQUE (handle),
  CONSTRAINT users_check CHECK (((status = 'disabled'::text) = (disabled_at IS NOT NULL))),
  CONSTRAINT users_handle_check CHECK ((octet_length(handle) = 32)),
  CONSTRAINT users_status_check CHECK ((status = ANY (ARRAY['invited'::text, 'active'::text, 'disabled'::text])))
);
CREATE UNIQUE INDEX users_by_email ON users USING btree (lower(email));
CREATE INDEX users_to_erase ON users USING btree (disabled_at) WHERE (email IS NOT NULL);
CREATE INDEX users_who_never_joined ON users USING btree (created_at) WHERE (status = 'invited'::text);

CREATE TABLE webhook_secrets (
  id uuid NOT NULL,
  merchant_id uuid NOT NULL,
  ciphertext bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone,
  CONSTRAINT webhook_secrets_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_secrets_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id)
);
CREATE INDEX webhook_secrets_by_merchant ON webhook_secrets USING btree (merchant_id);

CREATE SEQUENCE sandbox_clock_versions AS bigint START 1 INCREMENT 1 OWNED BY sandbox_clocks.version;

CREATE OR REPLACE FUNCTION audit_head_moves_on()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.sequence <> old.sequence + 1 then
    raise exception 'the audit log goes on by one' using errcode = 'check_violation', constraint = 'audit_head_moves_on';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION audit_is_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the audit log is append-only' using errcode = 'check_violation', constraint = 'audit_is_append_only';
end $function$;

CREATE OR REPLACE FUNCTION body_without_customer(body text, removed_at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when json_typeof(body::json #> '{data,session,customer}') = 'object'
    then replace(
      body,
      '"customer":' || (body::json #> '{data,session,customer}')::text,
      '"customer":null,"personalDataRemovedAt":"'
        || to_char(removed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"'
    )
    else body end
$function$;

CREATE OR REPLACE FUNCTION currency_exponent(currency text)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case
    when currency in ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF') then 0
    when currency in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') then 3
    when currency in ('CLF', 'UYW') then 4
    else 2
  end::smallint
$function$;

CREATE OR REPLACE FUNCTION disputes_move_forward()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.rank < old.rank then
    raise exception 'a dispute cannot go from rank % back to %', old.rank, new.rank
      using errcode = 'check_violation', constraint = 'disputes_move_forward';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION intents_move_legally()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.intent = 'capture' and (old.intent = 'void' or old.released_at is not null) then
    raise exception 'a payment that is to be released cannot be captured'
      using errcode = 'check_violation', constraint = 'intents_move_legally';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION method_discount(amount bigint, discount jsonb)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select least(amount - 1,
    coalesce((discount ->> 'amount')::bigint, (amount * (discount ->> 'basisPoints')::bigint + 5000) / 10000, 0))
$function$;

CREATE OR REPLACE FUNCTION payments_have_the_discount()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.discount_minor <> (
    select method_discount(s.amount_minor, s.details -> 'paymentMethodDiscounts' -> new.method)
    from sessions s where s.id = new.session_id
  ) then
    raise exception 'a payment has another discount than its session'
      using errcode = 'check_violation', constraint = 'payments_have_the_discount';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION payments_move_legally()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not (
    (old.status = 'created' and new.status in
      ('requires_action', 'processing', 'unknown', 'authorized', 'amount_mismatch', 'succeeded', 'failed'))
    or (old.status = 'requires_action'
      and new.status in ('processing', 'unknown', 'authorized', 'amount_mismatch', 'succeeded', 'failed'))
    or (old.status = 'processing' and new.status in ('unknown', 'authorized', 'amount_mismatch', 'succeeded', 'failed'))
    or (old.status = 'unknown' and new.status in
      ('requires_action', 'processing', 'authorized', 'amount_mismatch', 'succeeded', 'failed'))
    or (old.status = 'authorized' and new.status in ('amount_mismatch', 'succeeded'))
    or (old.status = 'authorized' and new.status = case when old.capture_method = 'manual' then 'voided' else 'failed' end)
    or (old.status = 'amount_mismatch' and new.status in ('succeeded', 'failed'))
    or (old.status in ('failed', 'voided') and new.status in ('amount_mismatch', 'succeeded') and new.late)
  ) then
    raise exception 'a payment cannot go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'payments_move_legally';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION prune_person_reads()
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with sealed as (
    select (details::jsonb ->> 'to')::bigint as up_to from audit_log
    where subject collate "C" = 'person_reads' and action = 'person_reads.sealed' and at < now() - interval '400 days'
    order by sequence desc limit 1
  ), pruned as (
    delete from person_reads where id in (
      select id from person_reads where id <= (select up_to from sealed) and at < now() - interval '400 days'
      order by id limit 5000
    ) returning id
  )
  select count(*)::integer from pruned
$function$;
REVOKE EXECUTE ON FUNCTION prune_person_reads() FROM PUBLIC;

CREATE OR REPLACE FUNCTION refunds_count()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' or (old.status = 'reversed' and new.status = 'succeeded') then
    update payments set refunded_minor = refunded_minor + new.amount_minor where id = new.payment_id
      and refunded_minor + new.amount_minor <= captured_minor - greatest(reversed_minor - reinstated_minor, 0);
    if not found then
      raise exception 'a refund exceeds what is left of its payment'
        using errcode = 'check_violation', constraint = 'refunds_within_captured';
    end if;
  elsif old.status <> new.status and new.status in ('failed', 'reversed') then
    update payments set refunded_minor = refunded_minor - new.amount_minor where id = new.payment_id;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION refunds_move_legally()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (old.status, new.status) not in (
    ('pending', 'succeeded'), ('pending', 'failed'), ('succeeded', 'reversed'), ('reversed', 'succeeded')
  ) then
    raise exception 'a refund cannot go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'refunds_move_legally';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION remove_personal_data(of_session text, quiet_since timestamp with time zone, removed_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform from sessions where id = of_session and personal_data_removed_at is null for update;
  if not found or not session_is_at_rest(of_session, quiet_since) then
    return false;
  end if;
  update sessions set details = jsonb_set(details, '{customer}', 'null') - 'prefill',
    personal_data_removed_at = removed_at, version = version + 1 where id = of_session;
  update payments set customer = '{}' where session_id = of_session and customer <> '{}';
  update events set body = body_without_customer(body, removed_at) where session_id = of_session;
  update delivery_attempts a set response_excerpt = null
  from deliveries d join events e on e.id = d.event_id
  where e.session_id = of_session and a.delivery_id = d.id and a.response_excerpt is not null;
  return true;
end $function$;
REVOKE EXECUTE ON FUNCTION remove_personal_data(text,timestamp with time zone,timestamp with time zone) FROM PUBLIC;

CREATE OR REPLACE FUNCTION session_is_at_rest(of_session text, since timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from sessions where id = of_session and status <> 'open')
    and not exists (
      select from payments where session_id = of_session
        and (status not in ('succeeded', 'failed', 'voided') or intent is not null)
    )
    and not exists (select from refunds where session_id = of_session and status = 'pending')
    and not exists (
      select from disputes where session_id = of_session and status in ('needs_response', 'under_review')
    )
    and not exists (
      select from events e join deliveries d on d.event_id = e.id where e.session_id = of_session and d.status = 'pending'
    )
    and not exists (select from receipt_emails where session_id = of_session and status = 'pending')
    and not exists (
      select from shopper_mails where session_id = of_session and status = 'pending' and kind <> 'boleto_due'
    )
    and not exists (
      select from events e left join deliveries d on d.event_id = e.id
      where e.session_id = of_session and greatest(e.created_at, d.created_at) > since
    )
$function$;

CREATE OR REPLACE FUNCTION sessions_move_legally()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (old.status, new.status) not in (
    ('open', 'complete'), ('open', 'canceled'), ('open', 'expired'), ('expired', 'complete'), ('canceled', 'complete')
  ) or (old.status in ('expired', 'canceled') and not new.paid_late) then
    raise exception 'a session cannot go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'sessions_move_legally';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION time_of_id(id text)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  digits text := substr(id, strpos(id, '_') + 1, 10);
  value bigint := 0;
begin
  for place in 1 .. 10 loop
    value := value * 62 - 1
      + strpos('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', substr(digits, place, 1));
  end loop;
  -- 62 ^ 12 / 2 ^ 80, the weight of the tenth digit in milliseconds.
  return to_timestamp(value::float8 * 3226266762397899821056 / 1208925819614629174706176 / 1000);
end $function$;
