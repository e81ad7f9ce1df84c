/** Refusals of the dashboard's calls: code and status. The page has a sentence for each. */
export const DASHBOARD_PROBLEMS = {
  malformed_json: 400,
  /** A dashboard action needs an `Idempotency-Key`. */
  missing_idempotency_key: 400,
  not_signed_in: 401,
  /** The link was used, has ended or never existed. */
  invalid_sign_in_link: 401,
  /** A signature that is wrong or late, or of a passkey that is not known here. */
  invalid_passkey: 401,
  /** The recovery code was used, or never existed. */
  invalid_recovery_code: 401,
  /** The request does not come from the dashboard's own page. */
  other_site: 403,
  /** The session may only register a passkey. */
  passkey_required: 403,
  /** The person's roles do not include it. */
  forbidden: 403,
  /** In production a passkey signs this dashboard action. */
  signature_required: 403,
  /** The role has a limit: of events sent again at once, or of money refunded of one payment. */
  over_limit: 403,
  /** It does not exist, or is outside of the person's roles: one answer for both. */
  not_found: 404,
  /** The same dashboard action with the same key was done before. What is shown once is not shown again. */
  already_done: 409,
  /** The first of two equal dashboard actions still runs. */
  action_in_progress: 409,
  /** No payment of the session has money that could be refunded. */
  not_paid: 409,
  /** Nothing is held: it was captured, released, or never authorised. */
  nothing_authorized: 409,
  already_paid: 409,
  /** A capture was asked for, and the processor has not acknowledged it yet. */
  capture_in_progress: 409,
  /** A release was asked for: it cannot be captured any more. */
  void_in_progress: 409,
  /** The session has ended. */
  session_not_open: 409,
  /** A payment of the session may still take money, or waits for a decision. */
  payment_in_progress: 409,
  /** The payment does not wait for a decision: somebody has decided. */
  not_held: 409,
  /** Nothing was taken, or another currency, or another payment has paid the session. */
  not_acceptable: 409,
  /** The amount is not the one that the person has seen and signed. */
  amount_changed: 409,
  /** Nothing is owed of the payment. */
  not_owed: 409,
  /** A refund is pending: the money could go back twice. */
  refund_pending: 409,
  /** The refund has succeeded or failed already. */
  refund_ended: 409,
  /** The key was revoked, or has expired. */
  key_ended: 409,
  /** It is the person's only passkey. */
  last_passkey: 409,
  /** The merchant has no webhook endpoint. */
  no_endpoint: 409,
  /** The event's session was created with deliveries "none". */
  never_sent: 409,
  /** Nothing matches the filter, or no replay is in progress. */
  none_match: 409,
  /** More match than were counted before. */
  more_match: 409,
  /** Another replay of the merchant is in progress. */
  replay_in_progress: 409,
  /** The merchant's webhook endpoint answered 410, and is disabled. */
  endpoint_disabled: 409,
  /** The operator would have no admin. */
  last_admin: 409,
  /** The merchant would have no owner. */
  last_owner: 409,
  /** The person has the most saved views there that are allowed. */
  too_many_views: 409,
  /** The invited person has a role here already. */
  already_here: 409,
  /** The person has a role elsewhere, too: only the role here can be taken away. */
  works_elsewhere: 409,
  /** The person has no passkey yet: a new invitation gives them another link. */
  not_active: 409,
  /** The invited person has an account: they must sign in to accept the invitation. */
  sign_in_to_join: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
  /** The request has another host name than the dashboard's own. */
  misdirected: 421,
  invalid_request: 422,
  /** Another dashboard action was done under this key. */
  idempotency_key_reused: 422,
  /** The refund is more than what is left of the payment. */
  refund_exceeds_payment: 422,
  /** The capture is more than what is held. */
  capture_exceeds_authorization: 422,
  /** The URL of a webhook endpoint, a return origin or a default return URL is not allowed. */
  invalid_url: 422,
  /** More events match than one replay sends again. */
  too_many_match: 422,
  rate_limited: 429,
  internal_error: 500,
  temporarily_unavailable: 503,
  /** The database ended a statement that took longer than it may. */
  too_slow: 503,
} as const

export type DashboardProblemCode = keyof typeof DASHBOARD_PROBLEMS

/** What is wrong with one field of an input. */
export interface FieldFault {
  /** `returnOrigins.1` */
  path: string
  /** The rule that was broken: `too_big`, `https_required`. */
  reason: string
}

/** The body of a refusal, `application/problem+json`. */
export interface DashboardProblem {
  code: DashboardProblemCode
  status: number
  requestId: string
  retryAfterSeconds?: number
  /** The faulty fields of an input, and why each is refused. */
  fields?: readonly FieldFault[]
}
