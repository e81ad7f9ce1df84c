import './frame.css'
import { findCardForm } from './card-form.ts'
import { FRAME_DATA_ID, FRAME_WORDS_ID, type FrameData, type FrameWords } from './frame-data.ts'
import type { FromFrame, Ready } from './protocol.ts'
import { readToFrame } from './read-message.ts'
import { runFrame } from './run-frame.ts'

/**
 * Starts the card frame. It receives messages only through the `MessagePort` that it transfers to the checkout's origin,
 * so no other window can send it any.
 */
const data = readBlock(FRAME_DATA_ID) as FrameData
const words = readBlock(FRAME_WORDS_ID) as FrameWords
const { port1: port, port2: pagePort } = new MessageChannel()
const post = (message: FromFrame) => port.postMessage(message)

const handle = runFrame({
  form: findCardForm(words),
  data,
  elapsedMs: () => performance.now(),
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

parent.postMessage({ type: 'card-frame-ready' } satisfies Ready, data.checkoutOrigin, [pagePort])

/** Not validated: the block comes from the frame's own server. */
function readBlock(id: string): unknown {
  return JSON.parse(document.getElementById(id)?.textContent ?? 'null')
}
