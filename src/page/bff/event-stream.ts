import type { Checkout } from '#contract/checkout.ts'
import { isSettled } from '#domain/session-state.ts'
import type { Follower } from './followed-sessions.ts'

/** Delay before a browser reconnects. */
const REOPEN_MS = 3000
/** Unread chunks after which a slow reader is dropped (backpressure). */
const UNREAD_MAX = 8

const encoder = new TextEncoder()
const BEGINNING = encoder.encode(`retry: ${REOPEN_MS}\n\n`)
/** Heartbeat as a named event, since the page's script cannot see comments. */
const BEAT = encoder.encode('event: beat\ndata: {}\n\n')
const END = encoder.encode('event: end\ndata: {}\n\n')

export interface EventStream extends Follower {
  body: ReadableStream<Uint8Array>
}

/**
 * Server-sent events of a session: `checkout` for each change, `beat` as a heartbeat, `end` once nothing can change any
 * more. The stream's lifetime is limited: the browser opens the next one.
 */
export function openEventStream({
  checkout,
  afterVersion,
  beats,
  write,
  onEnd,
}: {
  /** The current session. */
  checkout: Checkout
  /** The version that the page has. */
  afterVersion: number
  /** Heartbeats until the stream ends. */
  beats: number
  /** Serialises a session as event data. */
  write: (checkout: Checkout) => string
  /** Called once, whichever side ended the stream. */
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

  function publish(latest: Checkout): void {
    if (isOver) return
    to?.enqueue(
      encoder.encode(`event: checkout\nid: ${latest.version}\ndata: ${write(latest)}\n\n`),
    )
    endIfSettled(latest)
  }

  function endIfSettled(latest: Checkout): void {
    if (!isSettled(latest)) return
    to?.enqueue(END)
    close()
  }

  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      to = controller
      controller.enqueue(BEGINNING)
      if (checkout.version > afterVersion) publish(checkout)
      else {
        controller.enqueue(BEAT)
        endIfSettled(checkout)
      }
    },
    cancel: over,
  })
  return {
    body,
    publish,
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
