import { isCheckoutError, isConnectionError } from '../../client/index.ts'
import type { PageProblem } from '../../contract/page.ts'

const RETRY_AFTER_SECONDS = 3

/** A refusal as the page gets it. */
export interface Refused {
  status: number
  code: string
  errors?: PageProblem['errors']
  retryAfterSeconds?: number
}

const UNAVAILABLE: Refused = {
  status: 503,
  code: 'temporarily_unavailable',
  retryAfterSeconds: RETRY_AFTER_SECONDS,
}

/** An answer that the shopper is told as it is: it was not begun, and no money was taken. */
const NOT_BEGUN = 'payments_unavailable'

/** Whether something of ours failed, of which our operators are to know, and shoppers only that it did. */
export function isBroken({ status, code }: Pick<Refused, 'status' | 'code'>): boolean {
  return status >= 500 && code !== NOT_BEGUN
}

/** What the shopper may learn of a failed call of the API: never why our own key or the API's inside failed. */
export function refusedBy(error: unknown): Refused {
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
  { code, errors, retryAfterSeconds }: Refused,
  requestId: string,
): PageProblem {
  return {
    code,
    requestId,
    ...(errors && { errors }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  }
}
