import { CheckoutConnectionError, CheckoutError } from '#client/index.ts'

/** The error that the API's client throws. */
export function refusal(status: number, code: string): CheckoutError {
  const retryAfterSeconds = status === 429 ? 900 : null
  return new CheckoutError({
    status,
    code,
    detail: code,
    requestId: 'req_state',
    errors: [],
    retryAfterSeconds,
  })
}

export const noAnswer = new CheckoutConnectionError('unreachable', 'nobody answers')
