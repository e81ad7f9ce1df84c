import { z } from 'zod'
import { FIGURES_DOCUMENT } from '../../figures/blocks.ts'

/** Paired rounds with another tree, from which on the 95 % interval of a median leaves out the extremes. */
export const PAIRS_MIN = 9

export function json() {
  return z.boolean().default(false).describe('print one JSON document instead of the table')
}

export function check(when: string) {
  return z.boolean().default(false).describe(`exit with 1 when ${when}`)
}

export function write(what: string, and = '') {
  return z.boolean().default(false).describe(`write ${what} into ${FIGURES_DOCUMENT}${and}`)
}

export function rounds(byDefault: number, description: string) {
  return z.int().min(1).default(byDefault).describe(description)
}

export function only<const Names extends readonly [string, ...string[]]>(names: Names) {
  return z
    .array(z.enum(names))
    .default([])
    .meta({
      description: `of ${names.join(', ')}; may be given more than once`,
      placeholder: 'case',
    })
}

export function profile(whose: string) {
  return z
    .string()
    .optional()
    .meta({ description: `write a .cpuprofile of ${whose} there`, placeholder: 'dir' })
}

export function against() {
  return z.string().optional().meta({
    description: 'compare with the checkout there, which has packages of its own, in turn',
    placeholder: 'dir',
  })
}

/** Rounds of a bench that has `against`. */
export function roundsOrPairs(byDefault: number, description: string) {
  return z
    .int()
    .min(1)
    .optional()
    .meta({
      description,
      defaultText: `${byDefault}; with --against ${PAIRS_MIN}, and no fewer`,
    })
}

interface Paired {
  against?: string | undefined
  rounds?: number | undefined
  write?: boolean
}

type Refinement = [(options: Paired) => boolean, { path: string[]; error: string }]

/** A comparison needs its pairs. */
export const ENOUGH_PAIRS: Refinement = [
  ({ against: other, rounds: given = PAIRS_MIN }: Paired) =>
    other === undefined || given >= PAIRS_MIN,
  { path: ['rounds'], error: `must be a whole number of at least ${PAIRS_MIN} with --against` },
]

/** A comparison is no figure of the guide. */
export const NO_FIGURE: Refinement = [
  ({ against: other, write: writes = false }: Paired) => other === undefined || !writes,
  { path: ['write'], error: 'does not go with --against' },
]
