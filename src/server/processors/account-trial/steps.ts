import { CARD_STEPS } from './card-steps.ts'

/** The steps of Pix, in their order. */
const PIX_STEPS = {
  'charge.create': {
    holds: 'a charge is made, with a code that can be paid',
    remedy:
      'Compare the Pix key, the addresses and the permissions of the account with your contract.',
  },
  'charge.look_up': {
    holds: 'the charge is found by our own id, and is open',
    remedy: 'Ask the bank how a charge is looked up by the id with which it was made.',
  },
  'charge.repeat': {
    holds: 'the same creation again is the same charge',
    remedy:
      'Do not go live: after a lost answer the checkout repeats itself, and two codes could be paid. Ask the bank to keep one charge, with one code, for one id.',
  },
  'charge.remove': {
    holds: 'a charge is removed',
    remedy:
      'Do not go live: a code that was given up could still be paid. Ask the bank to enable the removal of charges (PATCH with REMOVIDA_PELO_USUARIO_RECEBEDOR).',
  },
  'charge.removed': {
    holds: 'the removed charge is looked up as removed',
    remedy: 'Ask the bank when a removal is shown by its look-up.',
  },
  'charge.late': {
    holds: 'a removed charge does not come back when its creation arrives late',
    remedy:
      'Do not go live: a request that was given up could be paid later. Ask the bank to refuse the creation of a charge that was removed.',
  },
  'charge.never_made': {
    holds: 'a charge that was given up before it was made cannot be made afterwards',
    remedy:
      'Do not go live: a request that was given up could be paid later. Ask the bank to refuse the creation of a charge that was removed.',
  },
  'charge.unknown': {
    holds: 'an id that was never used is not found',
    remedy: 'Ask the bank what its look-up answers for an id that it never had.',
  },
  'payment.seen': {
    holds: 'a payment by a person is seen by look-up, with its amount',
    remedy:
      'If nobody paid, run it again, with a longer --wait or --without-payment. If somebody paid, look at the account: the look-up does not show the money.',
  },
  'payment.facts': {
    holds: 'the payment has the id of the network, and nothing of the payer is read',
    remedy: 'The module must keep the ids and the time of a payment, and nothing else: mend it.',
  },
  'payment.movement': {
    holds: 'the payment is in the list of movements, once, with its amount',
    remedy:
      'Without it `checkout reconcile` finds nothing: ask the bank how soon its lists have a payment.',
  },
  'payment.webhook': {
    holds: 'the webhook about the payment arrives',
    remedy: '',
  },
  'refund.part': {
    holds: 'a part is refunded',
    remedy: 'Ask the bank to enable refunds (the permission pix.write), also of a part.',
  },
  'refund.part_seen': {
    holds: 'the refund of the part is looked up, and has ended',
    remedy: 'Ask the bank how long a refund takes, and why this one has not ended.',
  },
  'refund.repeat': {
    holds: 'the same refund again pays nothing more',
    remedy:
      'Do not go live: after a lost answer the checkout repeats itself, and money would go out twice. Ask the bank to make one refund for one id.',
  },
  'refund.rest': {
    holds: 'the rest is refunded',
    remedy:
      'Look at the account what has gone back so far, and ask the bank why it refuses the rest.',
  },
  'refund.rest_seen': {
    holds: 'the refund of the rest is looked up, and has ended',
    remedy: 'Ask the bank how long a refund takes, and why this one has not ended.',
  },
  'refund.movements': {
    holds: 'the refunds are in the list of movements, once each, and give back what was paid',
    remedy:
      'Without it `checkout reconcile` reports differences: compare the account with this report.',
  },
  'charge.expiry': {
    holds: 'a code that has run out can no longer be paid',
    remedy:
      'Ask the bank whether it keeps the time after which a charge ends (calendario.expiracao).',
  },
} as const satisfies Record<string, { holds: string; remedy: string }>

const PROBE = {
  'account.probe': {
    holds: 'the processor answers the probe by which an outage is found to have ended',
    remedy: 'Ask the bank what its look-up answers for an id that it never had.',
  },
} as const

/** The steps of one payment that somebody made on the page, with a card of their own. */
export const OBSERVED_STEPS = {
  'observe.paid': {
    holds: 'the payment is captured by our books',
    remedy: 'Look at it with "checkout explain": nothing was captured in time.',
  },
  'observe.told': {
    holds: 'what the processor tells by itself says that it was captured',
    remedy:
      'Do not go live: look at the webhook of the account, since a capture that fails is told by it alone.',
  },
  'observe.refund': {
    holds: 'a refund of it has gone back, as the processor tells it',
    remedy: 'Look at it in the processor’s own pages. If nobody refunded, run it again.',
  },
} as const

/**
 * The steps of an account trial: what holds when a step has passed, and what to do when it has failed. The account's checks run
 * before them.
 */
export const STEPS = { ...PROBE, ...PIX_STEPS, ...CARD_STEPS, ...OBSERVED_STEPS }

export type TriedMethod = 'pix' | 'card'

const STEPS_OF = { pix: PIX_STEPS, card: CARD_STEPS }

/** The steps of an account with these methods, in their order. */
export function stepsOf(methods: readonly TriedMethod[]): StepName[] {
  const tables = [PROBE, ...methods.map((method) => STEPS_OF[method])]
  return tables.flatMap((table) => Object.keys(table).filter(isStep))
}

function isStep(name: string): name is StepName {
  return name in STEPS
}

export type StepName = keyof typeof STEPS

/** The steps for which a person pays. */
export const STEPS_WITH_A_PERSON: readonly StepName[] = [
  'payment.seen',
  'payment.facts',
  'payment.movement',
  'payment.webhook',
  'refund.part',
  'refund.part_seen',
  'refund.repeat',
  'refund.rest',
  'refund.rest_seen',
  'refund.movements',
]

export interface StepResult {
  /** A step, or `check.` and the name of a check. */
  step: string
  status: 'passed' | 'failed' | 'not_shown'
  /** The relevant part of the processor's answer, or why the step was not shown. Has no secrets and no personal data. */
  found: string
  durationMs: number
  holds?: string
  /** What to do, when the step has failed. */
  remedy?: string
}
