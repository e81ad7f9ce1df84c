import { FRAME_DATA_ID, type FrameData, readBlock } from './frame-data.ts'
import type { Ready } from './protocol.ts'

declare global {
  interface Window {
    /** The frame's port of the channel to the page; the page's messages wait in it until `frame.ts` starts it. */
    cardPort?: MessagePort
  }
}

/** Runs in the head: the page shows the frame while its fields are parsed, and need not wait for their script. */
const { checkoutOrigin } = readBlock(FRAME_DATA_ID) as FrameData
const { port1, port2: pagePort } = new MessageChannel()
window.cardPort = port1
parent.postMessage({ type: 'card-frame-ready' } satisfies Ready, checkoutOrigin, [pagePort])
