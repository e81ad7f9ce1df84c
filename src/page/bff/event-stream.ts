import type { Checkout } from '../../contract/checkout.ts'
import { isSettled } from '../../domain/session-state.ts'
import type { Follower } from './followed-sessions.ts'

/** What a browser waits before it opens a stream that broke again. */
const REOPEN_MS = 3000
/** Pieces that wait for a reader who does not read. */
const UNREAD_MAX = 8

const encoder = new TextEncoder()
const BEGINNING = encoder.encode(`retry: ${REOPEN_MS}\n\n`)
/** A page sees by it that its stream stands; a comment it would not see. */
const BEAT = encoder.encode('event: beat\ndata: {}\n\n')
const END = encoder.encode('event: end\ndata: {}\n\n')

export interface EventStream extends Follower {
  body: ReadableStream<Uint8Array>
}

/**
 * The changes of a session as server-sent events `checkout`, then `end` once nothing can change any more; meanwhile a
 * `beat` now and then. A stream does not live long: the browser opens the next.
 */
export function openEventStream({
  checkout,
  afterVersion,
  beats,
  write,
  onEnd,
}: {
  /** The session as it stands. */
  checkout: Checkout
  /** What the page has seen. */
  afterVersion: number
  /** After how many of them it ends. */
  beats: number
  /** A session as the data of an event. */
  write: (checkout: Checkout) => string
  /** Once, whoever ended it. */
  onEnd: () => void
}): EventStream {
  let isOver = false
  let beatsLeft = beats
  let to: ReadableStreamDefaultController<Uint8Array> | undefined

  function over(): void {
    if (isOver) return
    isOver = true
    onEnd()
  }

  function close(): void {
    if (isOver) return
    over()
    to?.close()
  }

  function tell(news: Checkout): void {
    if (isOver) return
    to?.enqueue(encoder.encode(`event: checkout\nid: ${news.version}\ndata: ${write(news)}\n\n`))
    endIfSettled(news)
  }

  function endIfSettled(news: Checkout): void {
    if (!isSettled(news)) return
    to?.enqueue(END)
    close()
  }

  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      to = controller
      controller.enqueue(BEGINNING)
      if (checkout.version > afterVersion) tell(checkout)
      else {
        controller.enqueue(BEAT)
        endIfSettled(checkout)
      }
    },
    cancel: over,
  })
  return {
    body,
    tell,
    beat() {
      if (isOver) return
      beatsLeft -= 1
      const isUnread = (to?.desiredSize ?? 0) < -UNREAD_MAX
      if (beatsLeft < 0 || isUnread) close()
      else to?.enqueue(BEAT)
    },
    end: close,
  }
}
