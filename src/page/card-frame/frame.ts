import './frame.css'
import { findCardForm } from './card-form.ts'
import { FRAME_DATA_ID, FRAME_WORDS_ID, type FrameData, type FrameWords } from './frame-data.ts'
import type { FromFrame, Ready } from './protocol.ts'
import { readToFrame } from './read-message.ts'
import { runFrame } from './run-frame.ts'

/**
 * The card's frame comes alive. It listens to nobody but the port that it gives to the checkout's origin, so there is no
 * message of a stranger to refuse.
 */
const data = readBlock(FRAME_DATA_ID) as FrameData
const words = readBlock(FRAME_WORDS_ID) as FrameWords
const { port1: port, port2: pagePort } = new MessageChannel()
const tell = (message: FromFrame) => port.postMessage(message)

const handle = runFrame({
  form: findCardForm(words),
  data,
  elapsedMs: () => performance.now(),
  tell,
})
port.addEventListener('message', ({ data: message }) => {
  const asked = readToFrame(message)
  if (asked !== undefined) handle(asked)
})
port.start()

new ResizeObserver(() => {
  tell({ type: 'height', px: Math.ceil(document.body.getBoundingClientRect().height) })
}).observe(document.body)

parent.postMessage({ type: 'card-frame-ready' } satisfies Ready, data.checkoutOrigin, [pagePort])

/** What its own server wrote into the document: read as it was written. */
function readBlock(id: string): unknown {
  return JSON.parse(document.getElementById(id)?.textContent ?? 'null')
}
