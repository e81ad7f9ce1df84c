import type { CardEncryptionKey } from '../../contract/checkout.ts'
import type { CardFault, CardField } from './protocol.ts'

/** What the frame's server tells the frame: all that it knows, beside what is typed in it. */
export interface FrameData {
  /** The only origin that the frame speaks to. */
  checkoutOrigin: string
  /** The processor's. Never taken from the page: one that was tampered with would name somebody else's. */
  key: CardEncryptionKey
  /** The server's time, by which a card expires; clocks of phones are wrong. */
  now: string
}

/** The sentences that come and go while somebody types, in the one language of the document. */
export interface FrameWords {
  errors: Readonly<Record<CardField, Readonly<Partial<Record<CardFault, string>>>>>
  /** Placeholders of the security code, by how many digits it has. */
  codeHints: Readonly<Record<number, string>>
}

/** Ids of the blocks of the document in which they stand. */
export const FRAME_DATA_ID = 'frame-data'
export const FRAME_WORDS_ID = 'frame-words'
