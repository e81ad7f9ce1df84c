/** Refusals of the dashboard's calls: code and status. The page has a sentence for each. */
export const DASHBOARD_PROBLEMS = {
  malformed_json: 400,
  /** An act needs an `Idempotency-Key`. */
  missing_idempotency_key: 400,
  not_signed_in: 401,
  /** A link that was used, has ended or never was. */
  invalid_sign_in_link: 401,
  /** A signature that is wrong or late, or of a passkey that is not known here. */
  invalid_passkey: 401,
  /** A recovery code that was used, or never was. */
  invalid_recovery_code: 401,
  /** Not from the dashboard's own page. */
  other_site: 403,
  /** The session may only register a passkey. */
  passkey_required: 403,
  /** The passkey was used too long ago for this. */
  /** Your roles do not let you. */
  forbidden: 403,
  /** In production a passkey signs this act. */
  signature_required: 403,
  /** Your role goes only so far: fewer at once, or less money of one payment. */
  over_limit: 403,
  /** There is no such thing, or it is not yours: one answer. */
  not_found: 404,
  /** The same act, under the same key: it was done, and what was shown once is not shown again. */
  already_done: 409,
  /** The first of two equal acts still runs. */
  act_in_progress: 409,
  /** No payment of the session has money that could be refunded. */
  not_paid: 409,
  /** The session has ended. */
  session_not_open: 409,
  /** A payment of the session may still take money, or waits for a decision. */
  payment_in_progress: 409,
  /** The payment does not wait for a decision: somebody has decided. */
  not_held: 409,
  /** Nothing was taken, or another currency, or another payment has paid the session. */
  not_acceptable: 409,
  /** Nothing is owed of the payment. */
  not_owed: 409,
  /** A refund is pending: the money could go back twice. */
  refund_pending: 409,
  /** The key was revoked, or is over. */
  key_ended: 409,
  /** It is the only way in. */
  last_passkey: 409,
  /** The merchant has no webhook endpoint. */
  no_endpoint: 409,
  /** Nothing matches the filter, or no replay goes on. */
  none_match: 409,
  /** More match than were counted before. */
  more_match: 409,
  /** Another replay of the merchant goes on. */
  replay_in_progress: 409,
  /** The merchant's webhook endpoint answered 410, and is disabled. */
  endpoint_disabled: 409,
  /** The operator would have no admin. */
  last_admin: 409,
  /** The merchant would have no owner. */
  last_owner: 409,
  /** They have as many saved views there as may be. */
  too_many_views: 409,
  /** They have a role here already. */
  already_here: 409,
  /** They have a role elsewhere, too: here theirs can only be taken away. */
  works_elsewhere: 409,
  /** They have not been in yet: another invitation is another link. */
  not_active: 409,
  /** The invitation is of somebody with an account: signed in, they take it. */
  sign_in_to_join: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
  /** Asked by another name than the dashboard's own. */
  misdirected: 421,
  invalid_request: 422,
  /** Another act was done under this key. */
  idempotency_key_reused: 422,
  /** More than is left of the payment. */
  refund_exceeds_payment: 422,
  /** No address that notifications may be sent to. */
  invalid_url: 422,
  /** More match than are sent again at once. */
  too_many_match: 422,
  rate_limited: 429,
  internal_error: 500,
  temporarily_unavailable: 503,
} as const

export type DashboardProblemCode = keyof typeof DASHBOARD_PROBLEMS

/** What is wrong with one field of an input. */
export interface FieldFault {
  /** `returnOrigins.1` */
  path: string
  /** A word of its own for each rule: `too_big`, `https_required`. */
  reason: string
}

/** The body of a refusal, `application/problem+json`. */
export interface DashboardProblem {
  code: DashboardProblemCode
  status: number
  requestId: string
  retryAfterSeconds?: number
  /** Of an input: which fields, and why. */
  fields?: readonly FieldFault[]
}
