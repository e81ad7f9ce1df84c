import { describe, expect, it } from 'vitest'
import type { PaymentMethod } from '#contract/payment.ts'
import { type PaymentEvent, settleBy } from './payment-events.ts'
import type { StoredPayment } from './stored-payment.ts'

const EVENTS: PaymentEvent[] = [
  { type: 'pay' },
  { type: 'pay_late' },
  { type: 'decline', declineCode: 'card_declined' },
  { type: 'expire' },
  { type: 'pass_challenge' },
  { type: 'fail_challenge' },
  { type: 'abandon_challenge' },
  { type: 'cancel' },
]

/** The outcomes of the events in their order; a dash marks an event that is not possible. */
const TABLE: [PaymentMethod, StoredPayment['status'], string][] = [
  [
    'card',
    'requires_action',
    'succeeded succeeded card_declined authentication_abandoned succeeded authentication_failed authentication_abandoned replaced',
  ],
  ['card', 'processing', 'succeeded succeeded card_declined - - - - -'],
  ['card', 'succeeded', '- - - - - - - -'],
  ['card', 'failed', '- - - - - - - -'],
  ['pix', 'requires_action', 'succeeded succeeded card_declined pix_expired - - - replaced'],
  ['pix', 'succeeded', '- - - - - - - -'],
  ['pix', 'failed', '- succeeded - - - - - -'],
  ['boleto', 'requires_action', 'succeeded succeeded card_declined boleto_expired - - - replaced'],
  ['boleto', 'succeeded', '- - - - - - - -'],
  ['boleto', 'failed', '- succeeded - - - - - -'],
]

describe('settleBy', () => {
  it.each(TABLE)('%s, %s: %s', (method, status, outcomes) => {
    const reached = EVENTS.map((event) => {
      const settled = settleBy(event, { method, status })
      return settled?.status === 'failed' ? settled.declineCode : (settled?.status ?? '-')
    })
    expect(reached.join(' ')).toBe(outcomes)
  })
})
