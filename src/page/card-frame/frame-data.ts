import type { CardEncryptionKey, CardSeal } from '#contract/checkout.ts'
import type { CardFault, CardField } from './protocol.ts'

/** The data that the server embeds in the card frame. */
export interface FrameData {
  /** The only `postMessage` target origin. */
  checkoutOrigin: string
  /** The processor's key. Never taken from the page: a compromised page could substitute its own. */
  key: CardEncryptionKey
  /** The server's time, for expiry checks and envelopes, since device clocks may be wrong. */
  now: string
  /**
   * What a card is sealed for: from the server, never from the page. Absent in a document that was loaded for no
   * session, which seals nothing.
   */
  session?: Omit<CardSeal, 'encryptionKey'>
}

/** Texts that the frame's script shows, in the document's language. */
export interface FrameWords {
  errors: Readonly<Record<CardField, Readonly<Partial<Record<CardFault, string>>>>>
  /** Placeholders of the security code, by its length. */
  codeHints: Readonly<Record<number, string>>
}

/** Element ids of the JSON blocks. */
export const FRAME_DATA_ID = 'frame-data'
export const FRAME_WORDS_ID = 'frame-words'

/** Not validated: the block comes from the frame's own server. */
export function readBlock(id: string): unknown {
  return JSON.parse(document.getElementById(id)?.textContent ?? 'null')
}
