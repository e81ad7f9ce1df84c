import { z } from 'zod'
import { RefundId } from './ids.ts'
import { DECLINE_CODES, type DeclineCode } from './payment.ts'
import { AmountMinor } from './values.ts'

/** Outcomes without a further parameter. */
const PLAIN_OUTCOMES = [
  'pay',
  'challenge_failed',
  'pix_paid',
  'pix_paid_late',
  'boleto_paid',
  'boleto_paid_late',
  'processor_timeout',
  'expire',
] as const
export const SIMULATED_OUTCOMES = [...PLAIN_OUTCOMES, 'decline'] as const
export type SimulatedOutcome = (typeof SIMULATED_OUTCOMES)[number]
/** What the page can simulate: these, and the ends of a hold. */
export type PageOutcome = SimulatedOutcome | 'void' | 'authorization_expired'

/** Decline codes that come from time or from the checkout itself, never from a card issuer. */
const NOT_OF_CARDS = ['pix_expired', 'boleto_expired', 'replaced'] as const
export type CardDeclineCode = Exclude<DeclineCode, (typeof NOT_OF_CARDS)[number]>

export const CARD_DECLINE_CODES = (Object.keys(DECLINE_CODES) as DeclineCode[]).filter(
  (code): code is CardDeclineCode => !(NOT_OF_CARDS as readonly string[]).includes(code),
)
export const CardDeclineCode = z
  .enum(CARD_DECLINE_CODES)
  .describe('Why the card is declined.')
  .meta({ id: 'CardDeclineCode' })

const DECIDED = [
  z
    .strictObject({
      outcome: z
        .literal(PLAIN_OUTCOMES)
        .describe(
          '`pay`: paid, by whatever is live, else by the first method that the session takes. `challenge_failed`: ' +
            'the shopper fails 3-D Secure. `pix_paid`, `boleto_paid`: paid by these. `pix_paid_late`, ' +
            '`boleto_paid_late`: a Pix or boleto is shown, the session expires, and then the money comes. `processor_timeout`: the fate of a card payment ' +
            'is unknown until `pay` or `decline`. `expire`: the time of the session is over.',
        ),
    })
    .meta({ id: 'SimulateOutcome' }),
  z
    .strictObject({
      outcome: z.literal('decline'),
      declineCode: CardDeclineCode.default('card_declined'),
    })
    .meta({ id: 'SimulateDecline' }),
] as const

const Simulate = z.discriminatedUnion('outcome', DECIDED)
export type Simulate = z.output<typeof Simulate>
export type SimulateInput = z.input<typeof Simulate>

/** Body of the page's call. */
export const SimulateCheckout = z
  .discriminatedUnion('outcome', [
    ...DECIDED,
    z
      .strictObject({ outcome: z.literal('void').describe('The merchant releases what is held.') })
      .meta({ id: 'SimulateVoid' }),
    z
      .strictObject({
        outcome: z
          .literal('authorization_expired')
          .describe('The time is over in which what is held can be captured.'),
      })
      .meta({ id: 'SimulateHoldEnd' }),
  ])
  .meta({ id: 'SimulateCheckout' })

export type SimulateCheckoutInput = z.input<typeof SimulateCheckout>

const RESPOND_IN_DAYS_MAX = 90

const SimulateDispute = z
  .strictObject({
    outcome: z.literal('dispute').describe('The shopper disputes the payment at their bank.'),
    stage: z
      .enum(['inquiry', 'chargeback'])
      .default('chargeback')
      .describe(
        '`inquiry`: the bank asks first, and no money moves. `chargeback`: the amount is taken back, also after an inquiry.',
      ),
    amount: AmountMinor.min(1, 'must be at least 1')
      .optional()
      .describe('Default: all that was not taken back yet.'),
    respondInDays: z
      .int()
      .min(1)
      .max(RESPOND_IN_DAYS_MAX)
      .optional()
      .describe('How long the merchant can answer. Default: 14 days.'),
  })
  .meta({ id: 'SimulateDispute' })

const SimulateDisputeStep = z
  .strictObject({
    outcome: z
      .literal(['dispute_answered', 'dispute_won', 'dispute_lost'])
      .describe(
        '`dispute_answered`: the evidence has arrived. `dispute_won`: the money of a chargeback comes back. `dispute_lost`: it ' +
          'does not, or is taken once more after the dispute was won.',
      ),
  })
  .meta({ id: 'SimulateDisputeStep' })

const SimulateReversal = z
  .strictObject({
    outcome: z
      .literal('reverse')
      .describe('A bank or network takes money back after success, as by a chargeback.'),
    amount: AmountMinor.min(1, 'must be at least 1')
      .optional()
      .describe('Default: all that was not taken back yet. What was refunded does not bound it.'),
  })
  .meta({ id: 'SimulateReversal' })

const SimulateReinstatement = z
  .strictObject({
    outcome: z
      .literal('reinstate')
      .describe('Money that was taken back comes again, as after a dispute that was won.'),
    amount: AmountMinor.min(1, 'must be at least 1')
      .optional()
      .describe('Default: all that is taken back.'),
  })
  .meta({ id: 'SimulateReinstatement' })

const SimulateReturnedRefund = z
  .strictObject({
    outcome: z
      .literal('refund_reversed')
      .describe('The money of a refund that succeeded comes back, as from a closed account.'),
    refundId: RefundId.optional().describe('Default: the latest refund that has succeeded.'),
  })
  .meta({ id: 'SimulateReturnedRefund' })

const SimulateHold = z
  .strictObject({
    outcome: z
      .literal(['authorize', 'authorization_expired'])
      .describe(
        'Of a session with `captureMethod` `manual`. `authorize`: a card is held. `authorization_expired`: the time is ' +
          'over in which it can be captured.',
      ),
  })
  .meta({ id: 'SimulateHold' })

const SimulateFailedCapture = z
  .strictObject({
    outcome: z
      .literal('capture_failed')
      .describe(
        'The capture of a card was acknowledged, and fails after all: all of it is taken back.',
      ),
  })
  .meta({ id: 'SimulateFailedCapture' })

/** Body of the merchant's call: beside what the page can simulate, what happens to a hold, and after success. */
export const SimulateSession = z
  .discriminatedUnion('outcome', [
    ...DECIDED,
    SimulateHold,
    SimulateFailedCapture,
    SimulateReversal,
    SimulateReinstatement,
    SimulateReturnedRefund,
    SimulateDispute,
    SimulateDisputeStep,
  ])
  .meta({ id: 'SimulateSession' })
export type SimulateSession = z.output<typeof SimulateSession>
export type SimulateSessionInput = z.input<typeof SimulateSession>
