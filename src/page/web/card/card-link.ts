import type { FromFrame, ToFrame } from '../../card-frame/protocol.ts'
import { readFromFrame } from '../../card-frame/read-message.ts'

/** Timeout for loading on a slow network and for encrypting. */
const ANSWER_MAX_MS = 12_000

export type Sealed = Extract<FromFrame, { type: 'sealed' }>
type Faulty = Extract<FromFrame, { type: 'faulty' }>
/** `null` when the frame timed out or failed. */
export type SealAnswer = Sealed | Faulty | null

interface Listener {
  connected: () => void
  received: (message: Exclude<FromFrame, { id: number }>) => void
  /** The frame timed out, or could not encrypt. */
  failed: () => void
}

export type CardLink = ReturnType<typeof createCardLink>

/** The page's side of the card frame's protocol. A `seal` before the frame is connected waits for it. */
export function createCardLink(listener: Listener) {
  let port: MessagePort | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isGivenUp = false
  let lastId = 0
  let answer: ((answer: SealAnswer) => void) | null = null

  function startWaiting() {
    clearTimeout(timer)
    isGivenUp = false
    timer = setTimeout(giveUp, ANSWER_MAX_MS)
  }

  function giveUp() {
    isGivenUp = true
    settle(null)
    listener.failed()
  }

  function settle(found: SealAnswer) {
    clearTimeout(timer)
    answer?.(found)
    answer = null
  }

  function post(message: ToFrame) {
    port?.postMessage(message)
  }

  function requestSeal() {
    lastId++
    post({ type: 'seal', id: lastId })
    startWaiting()
  }

  function receive({ data }: MessageEvent) {
    const message = readFromFrame(data)
    if (message === undefined) return
    if (!('id' in message)) return listener.received(message)
    if (message.id !== lastId) return
    if (message.type === 'failed') giveUp()
    else settle(message)
  }

  function disconnect() {
    clearTimeout(timer)
    port?.close()
    port = null
  }

  return {
    post,
    /** Starts the timeout of a frame that begins to load. */
    expect() {
      disconnect()
      startWaiting()
    },
    connect(next: MessagePort) {
      disconnect()
      port = next
      port.addEventListener('message', receive)
      port.start()
      listener.connected()
      if (answer !== null) requestSeal()
    },
    async seal(): Promise<SealAnswer> {
      settle(null)
      if (port === null && isGivenUp) return null
      const { promise, resolve } = Promise.withResolvers<SealAnswer>()
      answer = resolve
      if (port !== null) requestSeal()
      return promise
    },
    close() {
      disconnect()
      settle(null)
    },
  }
}
