import type { CheckoutSession } from '../session/use-checkout.ts'

/** What every screen is given: the session, and through it what the shopper can do. */
export interface ScreenProps {
  session: CheckoutSession
}
