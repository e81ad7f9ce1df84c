import { SHOPPERS } from './clients.ts'
import { OUTCOMES } from './outcomes.ts'
import { POINTS } from './points.ts'
import type { Case } from './run-case.ts'

const CASES: readonly Case[] = POINTS.flatMap((point) =>
  OUTCOMES.flatMap((outcome) => SHOPPERS.map((shopper) => ({ point, outcome, shopper }))),
)

/** Every point with every outcome and every shopper; with a text, those in whose name it stands. */
export function casesOf(only = ''): Case[] {
  return CASES.filter((given) => nameOf(given).includes(only))
}

/** Each case of each run has a seed of its own, the same whichever cases run. */
export function seedOf(given: Case, seed: number): number {
  return seed * CASES.length + CASES.indexOf(given)
}

export function nameOf({ point, outcome, shopper }: Case): string {
  return `${point.name}, ${outcome.name}, ${shopper.name}`
}

/** A processor tells nothing of a charge that it never took on, and nobody repeats: there is no notification to die in. */
export function isImpossible({ point, outcome, shopper }: Case): boolean {
  return (
    point.name === 'CP11' &&
    outcome.name === '503, not charged' &&
    shopper.name !== 'tries in a second tab'
  )
}
