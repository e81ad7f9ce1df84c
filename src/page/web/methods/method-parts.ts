import type { ComponentType } from 'react'
import type { PageAction } from '#contract/page.ts'
import type { PaymentMethod } from '#contract/payment.ts'
import type { WordKey } from '#words/words.ts'
import type { LazyScreen } from '../screens/lazy-screen.tsx'

/**
 * A payment method's components. Its request body is in `charges.ts`, its button in `buttons.ts`, and its rules are in
 * `domain/methods`.
 */
export interface MethodParts {
  /** The panel of the form while the method is chosen. */
  Panel: ComponentType
  /** Shown next to the name and announced as its description. */
  aside?: Extract<WordKey, `method.${PaymentMethod}.aside`>
  /** Decoration next to the name, not part of its description. */
  Marks?: ComponentType
  /** The button while the request is pending. */
  busy: Extract<WordKey, 'pay.busy' | `pay.busy.${string}`>
  /** The screens by type of action. */
  screens: { [Action in PageAction['type']]?: LazyScreen }
}
