/**
 * The tables that grow with sessions, each after the tables that it references, with the SQL condition under which its row
 * `t` belongs to session `s`.
 */
export const COPIED_TABLES = {
  sessions: 't.id = s.id',
  session_openings: 't.session_id = s.id',
  payments: 't.session_id = s.id',
  refunds: 't.session_id = s.id',
  disputes: 't.session_id = s.id',
  dispute_steps: 't.dispute_id in (select id from disputes where session_id = s.id)',
  events: 't.session_id = s.id',
  deliveries: 't.event_id in (select id from events where session_id = s.id)',
  delivery_attempts: `t.delivery_id in (
    select d.id from deliveries d join events e on e.id = d.event_id where e.session_id = s.id)`,
  processor_notifications: 't.payment_id in (select id from payments where session_id = s.id)',
  idempotency_keys: `strpos(t.route || coalesce(t.response_body, ''), s.id) > 0`,
  audit_log: `strpos(t.subject || t.details, s.id) > 0
    or t.subject in (select id from refunds where session_id = s.id)`,
} as const
