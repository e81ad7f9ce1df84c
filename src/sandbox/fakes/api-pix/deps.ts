import type { Fetch } from '#contract/fetch.ts'
import type { BadDays } from './bad-days.ts'
import type { Customer } from './customers.ts'
import type { Random } from './ids.ts'
import type { Tables } from './tables.ts'

/** What the fake bank needs from its caller: time, randomness and network. */
export interface Deps {
  clock: () => Date
  random: Random
  /** Sends webhooks, with the bank's certificate. */
  notify: Fetch
  /** Lets time pass within a call. */
  wait: (durationMs: number) => Promise<void>
  /** A call that times out for its caller: never answers, or after every time limit. */
  hang: () => Promise<Response>
}

/** The bank's state and dependencies, which every part of the bank gets. */
export interface Bank extends Deps {
  tables: Tables
  customers: readonly Customer[]
  badDays: BadDays
  /** Host and path, without scheme, below which the payloads of charges lie. */
  locationBase: string
  repeatedRefund: RepeatedRefund
  repeatedCharge: RepeatedCharge
}

/** How the bank handles a repeated request for a refund: `paid_again` violates the document. */
export type RepeatedRefund = 'refused' | 'answered' | 'paid_again'

/** How the bank handles a request for a charge that is already active: `made_again`, with another code, violates the document. */
export type RepeatedCharge = 'altered' | 'made_again'

export function after(from: Date | string, durationMs: number): string {
  return new Date(new Date(from).getTime() + durationMs).toISOString()
}
