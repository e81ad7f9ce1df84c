import type { FromFrame, ToFrame } from '../../card-frame/protocol.ts'
import { readFromFrame } from '../../card-frame/read-message.ts'

/** Timeout for loading on a slow network and for encrypting. */
const ANSWER_MAX_MS = 12_000
/** Timeout for the first message after a document has loaded: browsers fire `load` for error pages, too. */
const STARTED_MAX_MS = 1_000

/** The payment that the card is sealed for. */
export type SealFor = Omit<Extract<ToFrame, { type: 'seal' }>, 'type' | 'id'>
export type Sealed = Extract<FromFrame, { type: 'sealed' }>
type Faulty = Extract<FromFrame, { type: 'faulty' }>
/** `null` when the frame timed out or failed. */
export type SealAnswer = Sealed | Faulty | null

/** Receives what the frame reports. */
export interface CardListener {
  connected: () => void
  received: (message: Exclude<FromFrame, { id: number }>) => void
  /** The frame timed out, or could not encrypt. */
  failed: () => void
}

export type CardLink = ReturnType<typeof createCardLink>

/**
 * The page's side of the card frame's protocol. The frame connects before its script starts, and fails when the script
 * never starts. A `seal` before the frame is connected waits for the connection.
 */
export function createCardLink(listener: CardListener) {
  let port: MessagePort | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let hasStarted = false
  let isGivenUp = false
  let lastId = 0
  let wanted: { sealFor: SealFor; answer: (answer: SealAnswer) => void } | null = null

  function startWaiting(forMs = ANSWER_MAX_MS) {
    clearTimeout(timer)
    isGivenUp = false
    timer = setTimeout(giveUp, forMs)
  }

  function giveUp() {
    isGivenUp = true
    settle(null)
    listener.failed()
  }

  function settle(found: SealAnswer) {
    // Until the frame's script has started, the timer limits its loading.
    if (hasStarted) clearTimeout(timer)
    wanted?.answer(found)
    wanted = null
  }

  function post(message: ToFrame) {
    port?.postMessage(message)
  }

  function requestSeal(sealFor: SealFor) {
    lastId++
    post({ type: 'seal', id: lastId, ...sealFor })
    if (hasStarted) startWaiting()
  }

  function receive({ data }: MessageEvent) {
    const message = readFromFrame(data)
    if (message === undefined) return
    if (!hasStarted) start()
    if (!('id' in message)) return listener.received(message)
    if (message.id !== lastId) return
    if (message.type === 'failed') giveUp()
    else settle(message)
  }

  /** Handles the first message of the frame, whose script has started. */
  function start() {
    hasStarted = true
    // The script has started after the timeout.
    if (isGivenUp) listener.connected()
    isGivenUp = false
    if (wanted === null) clearTimeout(timer)
    else startWaiting()
  }

  function disconnect() {
    clearTimeout(timer)
    port?.close()
    port = null
    hasStarted = false
  }

  return {
    post,
    /** Starts the timeout of a frame that begins to load. */
    expect() {
      disconnect()
      startWaiting()
    },
    /** Shortens the timeout once the frame's document has loaded. */
    loaded() {
      if (!hasStarted) startWaiting(STARTED_MAX_MS)
    },
    connect(next: MessagePort) {
      disconnect()
      startWaiting()
      port = next
      port.addEventListener('message', receive)
      port.start()
      listener.connected()
      if (wanted !== null) requestSeal(wanted.sealFor)
    },
    async seal(sealFor: SealFor): Promise<SealAnswer> {
      settle(null)
      if (!hasStarted && isGivenUp) return null
      return new Promise((answer) => {
        wanted = { sealFor, answer }
        if (port !== null) requestSeal(sealFor)
      })
    },
    close() {
      disconnect()
      isGivenUp = true
      settle(null)
    },
  }
}
