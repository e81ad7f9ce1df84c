import type { FieldError, ProblemCode } from '#contract/problem.ts'

/** An enum value newer than this client: any other string. Keeps completion of the known values. */
export type Newer = string & Record<never, never>

export interface Refusal {
  status: number
  code: ProblemCode | Newer
  detail: string
  requestId: string
  errors: readonly FieldError[]
  retryAfterSeconds: number | null
}

/**
 * The API refused the call. Switch over `code`, which is stable; quote `requestId` to support. Recognise it by
 * `isCheckoutError`.
 */
export class CheckoutError extends Error implements Refusal {
  override readonly name = 'CheckoutError'
  readonly status: number
  readonly code: ProblemCode | Newer
  readonly detail: string
  readonly requestId: string
  /** Validation errors of the body, each with its path; empty when the body is not the reason. */
  readonly errors: readonly FieldError[]
  /** Seconds from the header `Retry-After`; `null` without one. */
  readonly retryAfterSeconds: number | null

  constructor(refusal: Refusal) {
    super(describeRefusal(refusal))
    this.status = refusal.status
    this.code = refusal.code
    this.detail = refusal.detail
    this.requestId = refusal.requestId
    this.errors = refusal.errors
    this.retryAfterSeconds = refusal.retryAfterSeconds
  }
}

function describeRefusal({ code, status, detail, errors, requestId }: Refusal): string {
  const fields = errors.map((error) => `\n  ${error.path}: ${error.message}`).join('')
  return `${code} (${status}): ${detail} [request ${requestId}]${fields}`
}

/**
 * `time_out`: no response within the timeout. `unreachable`: no connection, or it broke. `unreadable_answer`: the
 * response is not one of this API, such as a proxy's error page.
 */
export type ConnectionFailure = 'time_out' | 'unreachable' | 'unreadable_answer'

/**
 * There was no usable response. Whether the call took effect is unknown: repeat it with the same idempotency key.
 * Recognise it by `isConnectionError`.
 */
export class CheckoutConnectionError extends Error {
  override readonly name = 'CheckoutConnectionError'
  readonly code: ConnectionFailure
  /** The same as `code`. */
  readonly reason: ConnectionFailure
  /** HTTP status of an unreadable response; `null` without a response. */
  readonly status: number | null

  constructor(
    reason: ConnectionFailure,
    message: string,
    options: { status?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.code = reason
    this.reason = reason
    this.status = options.status ?? null
  }
}

/** Whether the API refused the call. Unlike `instanceof`, also true for an error of another copy of this package. */
export function isCheckoutError(error: unknown): error is CheckoutError {
  return isNamed(error, 'CheckoutError')
}

/** Whether there was no usable response. Also true for an error of another copy of this package. */
export function isConnectionError(error: unknown): error is CheckoutConnectionError {
  return isNamed(error, 'CheckoutConnectionError')
}

/** Compares name and code, not the class: a project may load this package twice, as ES modules and as CommonJS. */
export function isNamed(error: unknown, name: string): boolean {
  if (typeof error !== 'object' || error === null) return false
  return 'name' in error && error.name === name && 'code' in error && typeof error.code === 'string'
}
