import { KINDS, type Kind } from './calls.ts'
import type { Offered, Outcome } from './offer.ts'

/** Share of the peak, weighted by the work of each kind of call. */
const GOODPUT_MIN = 0.8
/** A smaller difference is noise. */
const SHARE_TOLERANCE = 0.02

export interface Load {
  asked: number
  served: number
  refused: number
  /** Neither served nor refused. */
  failed: number
}

/** Calls served per second. */
export type Rates = Record<Kind, number>

export function isServed({ status }: Outcome): boolean {
  return status === 200 || status === 201
}

export function servedRate({ outcomes, seconds }: Offered, kind: Kind): number {
  return outcomes.filter((outcome) => outcome.kind === kind && isServed(outcome)).length / seconds
}

/**
 * Goodput as a share of capacity, 1 for all of it. Kinds differ in cost, so each call counts by the process's rate for
 * its kind alone.
 */
export function goodput(offered: Offered, alone: Rates): number {
  return KINDS.reduce((sum, kind) => sum + servedRate(offered, kind) / alone[kind], 0)
}

export function loadOf(outcomes: readonly Outcome[], kind: Kind): Load {
  const own = outcomes.filter((outcome) => outcome.kind === kind)
  const served = own.filter(isServed).length
  const refused = own.filter(({ status }) => status === 503).length
  return { asked: own.length, served, refused, failed: own.length - served - refused }
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Every promise that the overloaded process broke. */
export function brokenPromises(loads: Record<Kind, Load>, ratio: number): string[] {
  const broken: string[] = []
  if (!(ratio >= GOODPUT_MIN))
    broken.push(`it did ${percent(ratio)} of what it does at its peak, not ${percent(GOODPUT_MIN)}`)
  for (const kind of KINDS)
    if (loads[kind].failed > 0)
      broken.push(`${loads[kind].failed} × ${kind}: neither served nor refused with 503`)
  if (KINDS.every((kind) => loads[kind].refused === 0)) broken.push('nothing was refused')
  for (const [index, kind] of KINDS.entries()) {
    const next = KINDS[index + 1]
    if (next === undefined) continue
    if (shareOf(loads[kind]) + SHARE_TOLERANCE < shareOf(loads[next]))
      broken.push(`${next} was kept over ${kind}`)
  }
  return broken
}

function shareOf({ asked, served }: Load): number {
  return asked === 0 ? 0 : served / asked
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`
}
