import type { PageAction } from '#contract/page.ts'
import type { PaymentMethod } from '#contract/payment.ts'
import type { LazyScreen } from '../screens/lazy-screen.tsx'
import { boleto } from './boleto/parts.tsx'
import { card } from './card/parts.tsx'
import type { MethodParts } from './method-parts.ts'
import { pix } from './pix/parts.tsx'

export const METHOD_PARTS: Readonly<Record<PaymentMethod, MethodParts>> = { card, pix, boleto }

/** The screen for each type of action. */
export const ACTION_SCREENS: Readonly<Record<PageAction['type'], LazyScreen>> = {
  ...card.screens,
  ...pix.screens,
  ...boleto.screens,
}
