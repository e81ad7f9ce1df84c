import type { Checkout } from '#contract/checkout.ts'
import type { Answer, CheckoutState } from './state.ts'

/** The response to reading the session in a state. */
export function readState({ read }: CheckoutState, open: Checkout): Answer {
  return redacted(read(open))
}

/** Applies the API's redaction: `successUrl` only once paid or held, `customer` only while open. */
export function redacted(answer: Answer): Answer {
  if (answer instanceof Error) return answer
  return {
    ...answer,
    customer: answer.status === 'open' ? answer.customer : null,
    successUrl:
      answer.status === 'complete' || answer.paymentStatus === 'authorized'
        ? answer.successUrl
        : null,
  }
}
