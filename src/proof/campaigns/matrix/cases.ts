import { SHOPPERS } from './clients.ts'
import { OUTCOMES } from './outcomes.ts'
import { POINTS } from './points.ts'
import type { Case } from './run-case.ts'

const CASES: readonly Case[] = POINTS.flatMap((point) =>
  OUTCOMES.flatMap((outcome) => SHOPPERS.map((shopper) => ({ point, outcome, shopper }))),
)

/** Every combination of point, outcome and shopper; with `only`, those whose name contains it. */
export function casesOf(only = ''): Case[] {
  return CASES.filter((given) => nameOf(given).includes(only))
}

/** Each case of each run has its own seed, whichever cases run. */
export function seedOf(given: Case, seed: number): number {
  return seed * CASES.length + CASES.indexOf(given)
}

export function nameOf({ point, outcome, shopper }: Case): string {
  return `${point.name}, ${outcome.name}, ${shopper.name}`
}

/** The outcomes at Adyen that a worker settles: it cannot be asked, and all others are told by its webhooks alone. */
const SETTLED_BY_WORKERS = ['wants 3-D Secure', '503, not charged', 'notifies late']

/**
 * CP11 crashes in a notification. The processor sends none for a charge that it refused, and without a retry there is
 * no other charge; at Adyen, the first is given up after the shopper's last try. CP12 crashes in a worker.
 */
export function isImpossible({ point, outcome, shopper }: Case, isAtAdyen = false): boolean {
  if (point.name === 'CP12') return isAtAdyen && !SETTLED_BY_WORKERS.includes(outcome.name)
  return (
    point.name === 'CP11' &&
    outcome.name === '503, not charged' &&
    (isAtAdyen || shopper.name !== 'tries in a second tab')
  )
}
