import type { CardField } from '../../contract/form-fields.ts'
import type { CardBrand } from '../../contract/payment.ts'

/**
 * What passes between the page and the card's frame. The frame announces itself once with a `Ready` message that
 * carries a `MessagePort`; everything else goes through that port, which keeps what comes before the other side listens.
 * Neither side believes the other: each reads what it is sent with `read-message.ts`.
 */

export const CARD_FIELDS = [
  'card-number',
  'card-expiry',
  'card-code',
  'card-name',
] as const satisfies readonly CardField[]
export type { CardField }

/** What is wrong with a field, as the end of the key of its sentence: `error.{field}.{fault}`. */
export const CARD_FAULTS = ['missing', 'wrong', 'past', 'again'] as const
export type CardFault = (typeof CARD_FAULTS)[number]
export type CardFaults = Partial<Record<CardField, CardFault>>

/** The frame's one message to the window of the page; the port comes with it. */
export interface Ready {
  type: 'card-frame-ready'
}

/**
 * What the frame paints around its fields, so that it cuts no focus ring off: the page pulls the frame out by as much on
 * each side. The heights in `height` messages have it in.
 */
export const FRAME_BLEED_PX = 4

/** What the page asks of the frame. */
export type ToFrame =
  /** Check everything and, if it is right, encrypt it. Answered by `sealed` or `faulty` with the same `id`. */
  | { type: 'seal'; id: number }
  /** Show what a try has shown to be wrong, in addition to what is shown already. */
  | { type: 'show'; faults: CardFaults }
  /** Put the caret into a field. */
  | { type: 'focus'; field: CardField }
  /** The security code is not kept once it was used, nor when the page is left. */
  | { type: 'forget-code' }

/** What the frame tells the page: never a number, an expiry date, a code or a name. */
export type FromFrame =
  /** What the page may know of what is typed, whenever it has changed. */
  | { type: 'state'; brand: CardBrand | null; isEmpty: boolean; faults: CardFaults }
  /** The height that everything in the frame needs, in CSS pixels. */
  | { type: 'height'; px: number }
  /** A compact JWE for the processor, and what a receipt may show. */
  | { type: 'sealed'; id: number; encrypted: string; brand: CardBrand | null; lastFour: string }
  /** Nothing was encrypted: these fields are wrong, in the order of the form; the frame shows it already. */
  | { type: 'faulty'; id: number; faults: CardFaults }
  /** Everything is right and could not be encrypted: this browser or the processor's key is not what it should be. */
  | { type: 'failed'; id: number }
  /** Enter was pressed in a field, which sends a form. */
  | { type: 'submit' }
