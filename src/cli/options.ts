import { z } from 'zod'
import { Scope, SCOPES } from '#contract/api-key.ts'
import { OVERLAP_SECONDS_MAX } from '#contract/overlap.ts'
import { parseDurationSeconds } from '#contract/duration.ts'
import { Instant } from '#contract/values.ts'

/** Scopes, as in `sessions:read,sessions:write`. */
export const Scopes = z.string().transform((text, context): Scope[] => {
  const scopes = new Set<Scope>()
  for (const name of text.split(',')) {
    const parsed = Scope.safeParse(name.trim())
    if (parsed.success) scopes.add(parsed.data)
    else context.addIssue(`has "${name}", which is no scope; there are ${SCOPES.join(', ')}`)
  }
  return [...scopes]
})

export const OverlapSeconds = z.string().transform((text, context): number => {
  const seconds = parseDurationSeconds(text)
  if (seconds !== undefined && seconds <= OVERLAP_SECONDS_MAX) return seconds
  context.addIssue('must be a time from 0 to 7d, as in 30m, 24h or 7d')
  return z.NEVER
})

/** A page size from 1 to `max`. */
export function limitOf(max: number): z.ZodType<number> {
  const problem = `must be a number from 1 to ${max}`
  return z.coerce
    .number(problem)
    .int(problem)
    .min(1, 'must be at least 1')
    .max(max, `must be at most ${max}`)
}

/** A time in the future: `90d` from now, or a date in UTC. */
export const Expiry = z.string().transform((text, context): ((now: Date) => Date) => {
  const seconds = parseDurationSeconds(text)
  if (seconds !== undefined && seconds > 0) return (now) => new Date(now.getTime() + seconds * 1000)
  const date = z.union([z.iso.date(), Instant]).safeParse(text)
  if (date.success) return () => new Date(date.data)
  context.addIssue('must be a time as in 90d, or a date as in 2027-01-31')
  return z.NEVER
})

/** A time in the past: `24h` ago, or a date in UTC. */
export const Since = z.string().transform((text, context): ((now: Date) => Date) => {
  const seconds = parseDurationSeconds(text)
  if (seconds !== undefined) return (now) => new Date(now.getTime() - seconds * 1000)
  const date = z.union([z.iso.date(), Instant]).safeParse(text)
  if (date.success) return () => new Date(date.data)
  context.addIssue('must be a time as in 24h or 7d, or a date as in 2026-12-31')
  return z.NEVER
})
