import { z } from 'zod'

/** Every problem code with its HTTP status and title. Stable: clients switch over it. */
export const PROBLEMS = {
  malformed_json: { status: 400, title: 'The body is not valid JSON' },
  invalid_header: { status: 400, title: 'A header is not valid' },
  invalid_idempotency_key: { status: 400, title: 'The idempotency key is not valid' },
  missing_idempotency_key: { status: 400, title: 'An idempotency key is required' },
  missing_api_key: { status: 401, title: 'An API key is required' },
  invalid_api_key: { status: 401, title: 'The API key is not valid' },
  wrong_environment: { status: 401, title: 'The API key belongs to the other environment' },
  merchant_mismatch: { status: 403, title: 'The API key belongs to another merchant' },
  insufficient_scope: { status: 403, title: 'The API key lacks the scope for this call' },
  browser_use_forbidden: { status: 403, title: 'API keys do not belong in browsers' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  session_not_open: { status: 409, title: 'The session is not open' },
  not_paid: { status: 409, title: 'The session is not paid' },
  payment_in_progress: { status: 409, title: 'A payment of this session is in progress' },
  already_paid: { status: 409, title: 'The session is already paid' },
  nothing_authorized: { status: 409, title: 'Nothing is authorized' },
  capture_in_progress: { status: 409, title: 'A capture of this session is in progress' },
  void_in_progress: { status: 409, title: 'The hold of this session is being released' },
  seal_expired: { status: 409, title: 'The card was sealed too long ago' },
  idempotency_in_progress: { status: 409, title: 'The first request with this key still runs' },
  session_expired: { status: 410, title: 'The session has expired' },
  session_canceled: { status: 410, title: 'The session was canceled' },
  body_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The body must be application/json' },
  validation_failed: { status: 422, title: 'The request is not valid' },
  invalid_cursor: { status: 422, title: 'The cursor names nothing in this list' },
  idempotency_key_reused: { status: 422, title: 'The idempotency key was used for another body' },
  seal_mismatch: { status: 422, title: 'The card was not sealed for this payment' },
  refund_exceeds_payment: {
    status: 422,
    title: 'The refund is more than what is left of the payment',
  },
  capture_exceeds_authorization: { status: 422, title: 'The capture is more than what is held' },
  return_url_not_allowed: { status: 422, title: 'A return URL is not of a registered origin' },
  rate_limited: { status: 429, title: 'Too many requests' },
  too_many_attempts: { status: 429, title: 'Too many attempts to pay this session' },
  internal_error: { status: 500, title: 'Something went wrong on our end' },
  temporarily_unavailable: { status: 503, title: 'Temporarily unavailable' },
  payments_unavailable: { status: 503, title: 'No payments are taken for the moment' },
} as const

export type ProblemCode = keyof typeof PROBLEMS
export const ProblemCode = z
  .enum(Object.keys(PROBLEMS) as [ProblemCode, ...ProblemCode[]])
  .meta({ id: 'ProblemCode' })

/** One invalid value: its place, a stable code, and the remedy. */
export const FieldError = z
  .object({
    path: z
      .string()
      .describe('The keys that lead to the value, with dots between them.')
      .meta({ examples: ['lineItems.0.quantity'] }),
    pointer: z
      .string()
      // An earlier release sends none.
      .default('')
      .describe(
        'The same place as a JSON pointer in a fragment (RFC 6901), which a dot in a key does not blur.',
      )
      .meta({ examples: ['#/lineItems/0/quantity'] }),
    code: z
      .string()
      .describe('What is wrong. More codes may appear.')
      .meta({ examples: ['too_small'] }),
    message: z.string().describe('For people; may change.'),
  })
  .meta({ id: 'FieldError' })
export type FieldError = z.infer<typeof FieldError>

/** An error without a pointer, whose path has no dots within its keys. */
export type FieldProblem = z.input<typeof FieldError>

/** The body of every refusal: RFC 9457 problem details as `application/problem+json`. */
export const Problem = z
  .object({
    type: z.string().describe('Address of the code in the reference of this API.'),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: ProblemCode,
    requestId: z.string(),
    errors: z.array(FieldError).optional(),
  })
  .meta({ id: 'Problem' })
export type Problem = z.infer<typeof Problem>
