import { isCheckoutError, isConnectionError } from '#client/index.ts'
import type { PageProblem } from '#contract/page.ts'
import type { HttpRefusal } from '#http/http-refusal.ts'

const RETRY_AFTER_SECONDS = 3

const UNAVAILABLE: HttpRefusal = {
  status: 503,
  code: 'temporarily_unavailable',
  retryAfterSeconds: RETRY_AFTER_SECONDS,
}

/** The one 503 that reaches the shopper as it is: no payment was started and no money was taken. */
const NOT_STARTED = 'payments_unavailable'

/** Whether our side failed: operators see details, shoppers only the fact. */
export function isBroken({ status, code }: Pick<HttpRefusal, 'status' | 'code'>): boolean {
  return status >= 500 && code !== NOT_STARTED
}

/** What the shopper may learn of a failed API call: never details of our key or of the API's internals. */
export function refusedBy(error: unknown): HttpRefusal {
  if (isConnectionError(error)) return UNAVAILABLE
  if (!isCheckoutError(error)) return { status: 500, code: 'internal_error' }
  const { status, code, errors, retryAfterSeconds } = error
  if (isBroken(error) || status === 401 || status === 403) return UNAVAILABLE
  return {
    status,
    code,
    ...(errors.length > 0 && { errors: [...errors] }),
    ...(retryAfterSeconds !== null && { retryAfterSeconds }),
  }
}

export function pageProblem(
  { code, errors, retryAfterSeconds }: HttpRefusal,
  requestId: string,
): PageProblem {
  return {
    code,
    requestId,
    ...(errors && { errors }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  }
}
