import type { FieldError, ProblemCode } from '../contract/problem.ts'

/** A value of a growing list that is newer than this client: it passes as the string that it is. */
export type Newer = string & Record<never, never>

export interface Refusal {
  status: number
  code: ProblemCode | Newer
  detail: string
  requestId: string
  errors: readonly FieldError[]
  retryAfterSeconds: number | null
}

/** The API refused the call. `code` is stable: switch over it; `requestId` is what support asks for. Told by `isCheckoutError`. */
export class CheckoutError extends Error implements Refusal {
  override readonly name = 'CheckoutError'
  readonly status: number
  readonly code: ProblemCode | Newer
  readonly detail: string
  readonly requestId: string
  /** What is wrong with the body, each with its path; empty when the body is not the reason. */
  readonly errors: readonly FieldError[]
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
 * `time_out`: no answer in time. `unreachable`: no connection, or it broke. `unreadable_answer`: something answered that
 * does not speak this API, such as a proxy's error page.
 */
export type ConnectionFailure = 'time_out' | 'unreachable' | 'unreadable_answer'

/**
 * No usable answer came. Whether the call took effect is unknown: repeat it with the same idempotency key. Told by
 * `isConnectionError`.
 */
export class CheckoutConnectionError extends Error {
  override readonly name = 'CheckoutConnectionError'
  readonly code: ConnectionFailure
  /** The same as `code`. */
  readonly reason: ConnectionFailure
  /** The status of an unreadable answer; `null` when there was none. */
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

/** Whether the API refused the call. Also of an error of another copy of this package, which `instanceof` is not. */
export function isCheckoutError(error: unknown): error is CheckoutError {
  return isNamed(error, 'CheckoutError')
}

/** Whether no usable answer came. Also of an error of another copy of this package. */
export function isConnectionError(error: unknown): error is CheckoutConnectionError {
  return isNamed(error, 'CheckoutConnectionError')
}

/** Told by name and code: a project may have this package twice, as modules and as CommonJS. */
export function isNamed(error: unknown, name: string): boolean {
  if (typeof error !== 'object' || error === null) return false
  return 'name' in error && error.name === name && 'code' in error && typeof error.code === 'string'
}
