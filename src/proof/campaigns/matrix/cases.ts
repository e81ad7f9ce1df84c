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

/**
 * CP11 crashes in a notification. The processor sends none for a charge that it refused, and without a retry there is
 * no other charge.
 */
export function isImpossible({ point, outcome, shopper }: Case): boolean {
  return (
    point.name === 'CP11' &&
    outcome.name === '503, not charged' &&
    shopper.name !== 'tries in a second tab'
  )
}
