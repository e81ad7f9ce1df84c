import type { ReactNode } from 'react'
import type { PageCheckout } from '../../contract/page.ts'
import type { PageData } from './page-data.ts'

/** The session on the screen. */
export interface ShownSession {
  checkout: PageCheckout
  /** Reads the session again. */
  refresh: () => Promise<void>
}

/** What the sandbox adds to the page. */
export interface Additions {
  /** Above everything, on every page. */
  banner: ReactNode
  /** Below the payment form. */
  belowForm: ReactNode
  /** Below whatever screen a session shows. */
  belowScreen: (session: ShownSession) => ReactNode
}

/** The page to show. The entries of the sandbox put additions into it; production has none. */
export interface Page extends PageData {
  additions?: Additions | undefined
}
