import type { Fetch } from '#contract/fetch.ts'
import type { BadDays } from './bad-days.ts'
import type { Random } from './ids.ts'
import type { Merchant } from './merchants.ts'
import type { JobKind } from './records.ts'
import type { Tables } from './tables.ts'
import type { Variant } from './variant.ts'
import { pspReference } from './ids.ts'

/** What the fake needs from its caller: time, randomness and network. */
export interface Deps {
  clock: () => Date
  random: Random
  /** Sends webhooks. */
  notify: Fetch
  /** Lets time pass within a call. */
  wait: (durationMs: number) => Promise<void>
  /** A call that times out for its caller: never answers, or after every time limit. */
  hang: () => Promise<Response>
}

/** The fake's state and dependencies, which every part of it gets. */
export interface Adyen extends Deps {
  tables: Tables
  merchants: readonly Merchant[]
  badDays: BadDays
  variant: Variant
  /** Does what is due, and sends webhooks. */
  runDue: () => Promise<void>
  /** The origin of the page of challenges. */
  shopperUrl: string
}

export function after(from: Date | string, durationMs: number): string {
  return new Date(new Date(from).getTime() + durationMs).toISOString()
}

/** Plans what happens later to a payment or a modification. */
export function schedule(adyen: Adyen, kind: JobKind, reference: string, inMs: number): void {
  const key = pspReference(adyen.random)
  adyen.tables.jobs.put(key, { at: after(adyen.clock(), inMs), kind, pspReference: reference })
}

export const SECOND_MS = 1000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000
