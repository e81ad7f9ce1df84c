import type { Checkout } from '../../../contract/checkout.ts'
import type { Answer, CheckoutState } from './state.ts'

/** What reading the session answers in a state. */
export function readState({ read }: CheckoutState, open: Checkout): Answer {
  return asTold(read(open))
}

/** As the API tells it: the way on only once it is paid, and who pays only while somebody may. */
export function asTold(answer: Answer): Answer {
  if (answer instanceof Error) return answer
  return {
    ...answer,
    customer: answer.status === 'open' ? answer.customer : null,
    successUrl: answer.status === 'complete' ? answer.successUrl : null,
  }
}
