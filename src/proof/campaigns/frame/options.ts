import { z } from 'zod'
import type { FlagMeta } from '../../command-line/flags.ts'

export const SEED_MAX = 2 ** 31
export const SCHEDULES_MAX = 100_000_000
const JOBS_MAX = 32
const MINUTES_MAX = 10_000

/** The seed of a campaign, by default from the clock; the campaign prints it. */
export function seed(description: string) {
  return z
    .int()
    .min(0)
    .max(SEED_MAX)
    .default(() => Date.now() % SEED_MAX)
    .meta({
      description,
      defaultText: 'one by the clock, which is printed',
    } satisfies FlagMeta)
}

/** Concurrency. */
export function jobs(byDefault: number, description: string, max = JOBS_MAX) {
  return z.int().min(1).max(max).default(byDefault).describe(description)
}

export function trace(description: string) {
  return z.boolean().default(false).describe(description)
}

/** Ends a campaign before its count is reached. */
export function minutes(description: string) {
  return z.int().min(1).max(MINUTES_MAX).optional().describe(description)
}

/** A count, whose default applies only without `--minutes`. */
export function countUnlessMinutes(byDefault: number, max: number, description: string) {
  return z
    .int()
    .min(1)
    .max(max)
    .optional()
    .meta({
      description,
      defaultText: `${byDefault}, or as many as fit into --minutes`,
    } satisfies FlagMeta)
}
