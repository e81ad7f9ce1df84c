import type { Dice } from '../shared/dice.ts'

/** What the scripted processor may do to a payment. */
export const OF_PAYMENTS = {
  overtaken: 'a webhook arrives before the answer to its own call, and look-ups know nothing yet',
  unseen: 'look-ups know nothing for a while after the answer',
  repeated: 'each webhook arrives six times at once',
  less: 'it captures less than was asked',
  more: 'it captures more than was asked',
  currency: 'it captures another currency than was asked',
  'reversed in part': 'hours after the success, the network takes back a part',
  'reversed in full': 'hours after the success, the network takes back everything',
  refused: 'it refuses the charge as sent: 422, in the manner of axios',
  broken: 'it charges, and answers 500, in the manner of axios',
  'broken look-up': 'the first look-ups fail with 500, in the manner of axios',
  hanging: 'the call and the first look-up are never answered',
  slow: 'the payment stays in processing for days',
  'after all': 'a charge that was given up is captured when it arrives late',
} as const

/** What it may do to an amount that it holds, and to what it captured. */
const OF_HOLDS = {
  'two steps': 'it holds the amount first, and takes it when it is asked to',
  'hold refused late': 'it holds the amount, and refuses the first requests to take it',
  'capture lost after': 'it captures, gives no answer, and look-ups do not show it yet',
  'capture slow': 'a capture stays pending for days',
  'capture fails later': 'hours after it acknowledged a capture, the capture fails',
  'void refused': 'it refuses the first requests to release a hold: 422, in the manner of axios',
  'expired early': 'it lets a hold go days before the end that it stated',
  'authorised after refusal': 'it declines the payment, and holds its amount hours later',
} as const

/** What the shopper's bank may do to a payment. */
const OF_DISPUTES = {
  disputed: 'the shopper disputes the payment, and wins; steps arrive in any order',
} as const

/** How money comes back that was taken. */
const OF_REINSTATEMENTS = {
  'captured again': 'a capture that failed later is made again by itself',
  'dispute won then lost': 'the network gives disputed money back, and takes it for good',
} as const

/** What it may do to a refund. */
export const OF_REFUNDS = {
  'refund fails': 'the first refunds of a payment fail, a later one succeeds',
  'refund slow': 'the refund stays pending for days',
  'refund refused': 'the first requests are refused: 400, in the manner of axios',
  'refund broken': 'it refunds, and answers 500, in the manner of axios',
  'refund unseen': 'the refund stays pending, and look-ups know nothing of it for hours',
} as const

/** What may become of a refund that succeeded. */
const OF_RETURNS = {
  'refund comes back': 'hours after a refund succeeded, its money comes back',
  'refund sent after all': 'a refund that came back is sent after all',
} as const

/** What it may do to its reports. */
const OF_REPORTS = {
  report: 'its report of movements lacks some, adds some, and changes amounts',
} as const

export const UNKINDNESSES = {
  ...OF_PAYMENTS,
  ...OF_REFUNDS,
  ...OF_RETURNS,
  ...OF_REPORTS,
  ...OF_HOLDS,
  ...OF_DISPUTES,
  ...OF_REINSTATEMENTS,
}

export type OfPayment =
  | keyof typeof OF_PAYMENTS
  | keyof typeof OF_HOLDS
  | keyof typeof OF_DISPUTES
  | keyof typeof OF_REINSTATEMENTS
export type OfRefund = keyof typeof OF_REFUNDS | keyof typeof OF_RETURNS
export type Unkindness = keyof typeof UNKINDNESSES

/** The unkindness of this name, or all whose names contain it. */
export function unkindnessesOf(only: string): Unkindness[] {
  const all = keysOf(UNKINDNESSES)
  const exact = all.filter((name) => name === only)
  return exact.length > 0 ? exact : all.filter((name) => name.includes(only))
}

/** Decides each answer of a processor by the dice. */
export interface Temper {
  ofPayment(): OfPayment | undefined
  ofRefund(): OfRefund | undefined
  reportsWrongly: boolean
}

const PAYMENT_SHARE = 0.6
const REFUND_SHARE = 0.7
const AT_MOST = 4

/** Draws a few unkindnesses, so that those which meet in one schedule differ from seed to seed. */
export function drawTemper(dice: Dice, allowed: readonly Unkindness[]): Temper {
  const drawn = new Set<Unkindness>()
  if (allowed.length > 0)
    for (let count = 1 + dice.below(AT_MOST); count > 0; count--) drawn.add(dice.pick(allowed))
  const some = <Name extends Unkindness>(names: readonly Name[], share: number) => {
    const own = names.filter((name) => drawn.has(name))
    return () => (own.length > 0 && dice.chance(share) ? dice.pick(own) : undefined)
  }
  return {
    ofPayment: some(
      [
        ...keysOf(OF_PAYMENTS),
        ...keysOf(OF_HOLDS),
        ...keysOf(OF_DISPUTES),
        ...keysOf(OF_REINSTATEMENTS),
      ],
      PAYMENT_SHARE,
    ),
    ofRefund: some([...keysOf(OF_REFUNDS), ...keysOf(OF_RETURNS)], REFUND_SHARE),
    reportsWrongly: drawn.has('report'),
  }
}

/** Records what a temper decides for payments and refunds. */
export function watchTemper(temper: Temper): { temper: Temper; met: () => Unkindness[] } {
  const met = new Set<Unkindness>()
  const seen = <Name extends Unkindness>(name: Name | undefined) => {
    if (name !== undefined) met.add(name)
    return name
  }
  return {
    temper: {
      ofPayment: () => seen(temper.ofPayment()),
      ofRefund: () => seen(temper.ofRefund()),
      reportsWrongly: temper.reportsWrongly,
    },
    met: () => [...met],
  }
}

function keysOf<Table extends object>(table: Table): (keyof Table)[] {
  return Object.keys(table) as (keyof Table)[]
}
