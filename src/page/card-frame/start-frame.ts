import { findCardForm } from './card-form.ts'
import {
  FRAME_DATA_ID,
  FRAME_WORDS_ID,
  type FrameData,
  type FrameWords,
  readBlock,
} from './frame-data.ts'
import type { FromFrame } from './protocol.ts'
import { readToFrame } from './read-message.ts'
import { runFrame } from './run-frame.ts'
import type { EncryptCard } from './seal-card.ts'

/**
 * Starts the card frame. It receives messages only through the `MessagePort` that it transferred to the checkout's
 * origin (`announce.ts`), so no other window can send it any.
 */
export function startFrame(encryptCard: EncryptCard): void {
  const data = readBlock(FRAME_DATA_ID) as FrameData
  const words = readBlock(FRAME_WORDS_ID) as FrameWords
  const port = window.cardPort
  if (port === undefined) throw new Error('no port')
  const post = (message: FromFrame) => port.postMessage(message)

  const handle = runFrame({
    form: findCardForm(words),
    data,
    encryptCard,
    // The monotonic clock of some systems stops while they sleep.
    elapsedMs: () => Math.max(performance.now(), Date.now() - performance.timeOrigin),
    post,
  })
  port.addEventListener('message', ({ data: message }) => {
    const request = readToFrame(message)
    if (request !== undefined) handle(request)
  })
  port.start()

  new ResizeObserver(() => {
    post({ type: 'height', px: Math.ceil(document.body.getBoundingClientRect().height) })
  }).observe(document.body)
}
