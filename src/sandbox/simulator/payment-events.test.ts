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
  { type: 'authorize' },
  { type: 'capture', amountMinor: 1000 },
  { type: 'capture', amountMinor: 1001 },
  { type: 'end_hold' },
]

/** The outcomes of the events in their order; a dash marks an event that is not possible. */
const TABLE: [PaymentMethod, StoredPayment['status'], string][] = [
  [
    'card',
    'requires_action',
    'succeeded succeeded card_declined authentication_abandoned succeeded authentication_failed authentication_abandoned replaced - - - -',
  ],
  ['card', 'processing', 'succeeded succeeded card_declined - - - - - - - - -'],
  ['card', 'succeeded', '- - - - - - - - - - - -'],
  ['card', 'failed', '- - - - - - - - - - - -'],
  [
    'pix',
    'requires_action',
    'succeeded succeeded card_declined pix_expired - - - replaced - - - -',
  ],
  ['pix', 'succeeded', '- - - - - - - - - - - -'],
  ['pix', 'failed', '- succeeded - - - - - - - - - -'],
  [
    'boleto',
    'requires_action',
    'succeeded succeeded card_declined boleto_expired - - - replaced - - - -',
  ],
  ['boleto', 'succeeded', '- - - - - - - - - - - -'],
  ['boleto', 'failed', '- succeeded - - - - - - - - - -'],
]

/** Of cards whose capture waits. */
const HELD: [StoredPayment['status'], string][] = [
  [
    'requires_action',
    'succeeded succeeded card_declined authentication_abandoned authorized authentication_failed authentication_abandoned replaced authorized - - -',
  ],
  ['processing', 'succeeded succeeded card_declined - - - - - authorized - - -'],
  ['authorized', 'succeeded - - - - - - requested - succeeded - expired'],
  ['succeeded', '- - - - - - - - - - - -'],
  ['failed', '- - - - - - - - - - - -'],
  ['voided', '- - - - - - - - - - - -'],
]

function reachedBy(payment: Omit<Parameters<typeof settleBy>[1], 'amountMinor'>): string {
  const reached = EVENTS.map((event) => {
    const settled = settleBy(event, { ...payment, amountMinor: 1000 })
    if (settled?.status === 'failed') return settled.declineCode
    return settled?.status === 'voided' ? settled.voidReason : (settled?.status ?? '-')
  })
  return reached.join(' ')
}

describe('settleBy', () => {
  it.each(TABLE)('%s, %s: %s', (method, status, outcomes) => {
    expect(reachedBy({ method, status, captureMethod: 'automatic' })).toBe(outcomes)
  })

  it.each(HELD)('a card that is held, %s: %s', (status, outcomes) => {
    expect(reachedBy({ method: 'card', status, captureMethod: 'manual' })).toBe(outcomes)
  })
})
