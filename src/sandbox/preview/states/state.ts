import type { Checkout } from '../../../contract/checkout.ts'

/** A session, or what is thrown instead of one. */
export type Answer = Checkout | Error

/** A state of the page, made of any open session. */
export interface CheckoutState {
  /** Stands in addresses, and in the names of pictures. */
  name: string
  title: string
  /** What reading the session answers. */
  read: (open: Checkout) => Answer
  /** What each press answers; without it, what comes of a press in the usual way. */
  press?: (open: Checkout) => Answer
  /** Only some sessions come to this state. */
  fits?: (open: Checkout) => boolean
  /** Of the page's address. */
  search?: string
}

/** States of which people think together. */
export interface StateGroup {
  group: string
  states: readonly CheckoutState[]
}
