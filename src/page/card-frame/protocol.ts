import type { CardField } from '#contract/form-fields.ts'
import type { CardBrand } from '#contract/payment.ts'

/**
 * The `postMessage` protocol of page and card frame. The frame sends one `Ready` message with a `MessagePort`; all other
 * messages use that port, which queues them until the receiver starts it. Both sides validate what they receive
 * (`read-message.ts`).
 */

export const CARD_FIELDS = [
  'card-number',
  'card-expiry',
  'card-code',
  'card-name',
] as const satisfies readonly CardField[]
export type { CardField }

/** Validation errors of a field; the message's key is `error.{field}.{fault}`. */
export const CARD_FAULTS = ['missing', 'wrong', 'month', 'past', 'again'] as const
export type CardFault = (typeof CARD_FAULTS)[number]
export type CardFaults = Partial<Record<CardField, CardFault>>

/** The frame's only message to the page's window; it transfers the port. */
export interface Ready {
  type: 'card-frame-ready'
}

/**
 * Padding around the frame's fields, in CSS pixels, so that focus rings are not cut off. The page gives the frame
 * negative margins of the same size. Included in the heights of `height` messages.
 */
export const FRAME_BLEED_PX = 4

/** Requests of the page. */
export type ToFrame =
  /**
   * Validate, encrypt, and seal for one payment of the frame's own session: by a plan that it offers, under this
   * idempotency key. The response is `sealed`, `faulty` or `failed` with the same `id`.
   */
  | { type: 'seal'; id: number; installments: number; idempotencyKey: string }
  /** Show these errors in addition to those already shown, and no dots in place of the security code. */
  | { type: 'show'; faults: CardFaults }
  /** Focus a field. */
  | { type: 'focus'; field: CardField }
  /** The card is being paid with: dots stand in the place of its security code until the next `show`. */
  | { type: 'paying' }
  /** Clear the security code: after use, and when the shopper leaves the page. */
  | { type: 'forget-code' }

/** Messages of the frame. They never contain a card number, expiry, security code or name in clear text. */
export type FromFrame =
  /** Sent when the frame's script has started, and on each change. */
  | { type: 'state'; brand: CardBrand | null; isEmpty: boolean; faults: CardFaults }
  /** The height of the frame's content, in CSS pixels. */
  | { type: 'height'; px: number }
  /** The envelope, a compact JWE for the checkout, and the card details that a receipt may show. */
  | { type: 'sealed'; id: number; encrypted: string; brand: CardBrand | null; lastFour: string }
  /** Validation failed, in the order of the form. The frame already shows the errors. */
  | { type: 'faulty'; id: number; faults: CardFaults }
  /** Encryption failed: the browser lacks WebCrypto, a key is malformed, or the session does not offer the plan. */
  | { type: 'failed'; id: number }
  /** Enter was pressed in a field (implicit submission). */
  | { type: 'submit' }
