import { DECLINE_CODES, type DeclineCode } from '#contract/payment.ts'
import { declined, withPayment } from './payments.ts'
import { noAnswer, refusal } from './refusals.ts'
import type { CheckoutState } from './state.ts'

const DECLINES = Object.keys(DECLINE_CODES) as DeclineCode[]

/** The payment was declined: the form again, with the reason. */
export const DECLINED_STATES: readonly CheckoutState[] = [
  ...DECLINES.map((code): CheckoutState => ({
    name: `declined-${code.replaceAll('_', '-')}`,
    title: `Declined: ${code.replaceAll('_', ' ')}`,
    read: (open) => declined(open, code),
  })),
  {
    name: 'declined-without-reason',
    title: 'Declined for a reason that is newer than the page',
    read: (open) => declined(open, 'newer' as DeclineCode),
  },
  {
    name: 'amount-refused',
    title: 'Another amount was taken, and goes back',
    read: (open) =>
      withPayment(open, {
        status: 'failed',
        declineCode: 'processing_error',
        retryable: true,
        moneyTaken: true,
      }),
  },
  {
    name: 'attempts-left',
    title: 'Few attempts left',
    read: (open) => declined(open, 'card_declined', { attemptsLeft: 2 }),
  },
  {
    name: 'no-attempts-left',
    title: 'No attempts left',
    read: (open) => declined(open, 'card_declined', { attemptsLeft: 0 }),
  },
]

/** The form as it was; the API refuses the payment. */
export const REFUSED_STATES: readonly CheckoutState[] = (
  [
    ['too_many_attempts', 429],
    ['rate_limited', 429],
    ['payments_unavailable', 503],
    ['validation_failed', 422],
    ['newer', 409],
  ] as const
).map(([code, status]): CheckoutState => ({
  name: `refused-${code.replaceAll('_', '-')}`,
  title: `Refused: ${code.replaceAll('_', ' ')}`,
  read: (open) => open,
  press: () => refusal(status, code),
}))

export const LOST_RESPONSE: CheckoutState = {
  name: 'lost-answer',
  title: 'Checking: the answer to the press was lost',
  read: (open) => open,
  press: () => noAnswer,
}
