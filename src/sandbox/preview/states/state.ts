import type { Checkout } from '#contract/checkout.ts'

/** A session, or the error that is thrown. */
export type Answer = Checkout | Error

/** A state of the page, derived from any open session. */
export interface CheckoutState {
  /** Used in addresses and in file names of screenshots. */
  name: string
  title: string
  /** The response to reading the session. */
  read: (open: Checkout) => Answer
  /** The response to each action; default: the usual one. */
  press?: (open: Checkout) => Answer
  /** Whether a session can reach this state; default: every session. */
  fits?: (open: Checkout) => boolean
  /** Search parameters of the page's address. */
  search?: string
}

/** States that are listed together. */
export interface StateGroup {
  group: string
  states: readonly CheckoutState[]
}
