import type { ReactNode } from 'react'
import type { PageCheckout } from '#contract/page.ts'
import type { PageData } from './page-data.ts'

/** The session on the screen. */
export interface ShownSession {
  checkout: PageCheckout
  /** Reads the session again. */
  refresh: () => Promise<void>
}

/** Slots that the sandbox fills. */
export interface Additions {
  /** Above everything, on every page. */
  banner: ReactNode
  /** Below the payment form. */
  belowForm: ReactNode
  /** Below every session screen. */
  belowScreen: (session: ShownSession) => ReactNode
}

/** Provided by the sandbox's entry points; empty in production. */
export interface Page extends PageData {
  additions?: Additions | undefined
}
