import type { CheckoutSession } from '../session/use-checkout.ts'

export interface ScreenProps {
  session: CheckoutSession
}
