import type { FromFrame, ToFrame } from '../../card-frame/protocol.ts'
import { readFromFrame } from '../../card-frame/read-message.ts'

/** The frame loads on a slow network, or encrypts: after so long it is taken for broken. */
const ANSWER_MAX_MS = 12_000

export type Sealed = Extract<FromFrame, { type: 'sealed' }>
type Faulty = Extract<FromFrame, { type: 'faulty' }>
/** `null` when the frame did not answer. */
export type SealAnswer = Sealed | Faulty | null

interface Listener {
  connected: () => void
  told: (message: Exclude<FromFrame, { id: number }>) => void
  /** The frame did not come, does not answer, or cannot encrypt. */
  failed: () => void
}

export type CardLink = ReturnType<typeof createCardLink>

/** The page's end of the line to the card's frame. What is to be sealed before the frame is there waits for it. */
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

  function tell(message: ToFrame) {
    port?.postMessage(message)
  }

  function askToSeal() {
    lastId++
    tell({ type: 'seal', id: lastId })
    startWaiting()
  }

  function receive({ data }: MessageEvent) {
    const message = readFromFrame(data)
    if (message === undefined) return
    if (!('id' in message)) return listener.told(message)
    if (message.id !== lastId) return
    if (message.type === 'failed') giveUp()
    else settle(message)
  }

  function hangUp() {
    clearTimeout(timer)
    port?.close()
    port = null
  }

  return {
    tell,
    /** A frame is on its way. */
    expect() {
      hangUp()
      startWaiting()
    },
    connect(next: MessagePort) {
      hangUp()
      port = next
      port.addEventListener('message', receive)
      port.start()
      listener.connected()
      if (answer !== null) askToSeal()
    },
    async seal(): Promise<SealAnswer> {
      settle(null)
      if (port === null && isGivenUp) return null
      const { promise, resolve } = Promise.withResolvers<SealAnswer>()
      answer = resolve
      if (port !== null) askToSeal()
      return promise
    },
    close() {
      hangUp()
      settle(null)
    },
  }
}
