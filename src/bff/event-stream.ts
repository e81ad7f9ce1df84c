import type { CheckoutClient } from '../client/index.ts'
import type { Checkout } from '../contract/checkout.ts'
import { isSettled } from '../domain/session-state.ts'

const WAIT_SECONDS = 15
const LIFETIME_MS = 10 * 60 * 1000
const FAILURES_MAX = 5
const PAUSE_MS = 2000
/** What a clock may differ from ours while an answer is on its way. */
const JUMP_MS = 5000
/** What a browser waits before it opens a stream that broke again. */
const REOPEN_MS = 3000

const encoder = new TextEncoder()

export interface StreamOptions {
  client: Pick<CheckoutClient, 'checkout'>
  reference: string
  /** The session as it stands, already read. */
  checkout: Checkout
  afterVersion: number
  /** A session as the data of an event. */
  write: (checkout: Checkout) => string
  clock: () => Date
  /** Of the request: the shopper has left. */
  signal: AbortSignal
  onEnd: () => void
}

/**
 * Tells every change of a session as a server-sent event `checkout`, then `end` once nothing can change any more. Waits for changes by the
 * API's long poll; each wait without one is a heartbeat. A stream lives ten minutes: the browser opens the next.
 */
export function streamCheckout(options: StreamOptions): ReadableStream<Uint8Array> {
  const left = new AbortController()
  const signal = AbortSignal.any([options.signal, left.signal])
  return new ReadableStream({
    start(controller) {
      const send = (text: string) => controller.enqueue(encoder.encode(text))
      // Not awaited: a stream begins at once, and what fails in it ends it.
      void follow(options, send, signal)
        .catch(() => undefined)
        .finally(() => {
          options.onEnd()
          if (!left.signal.aborted) controller.close()
        })
    },
    cancel() {
      left.abort()
    },
  })
}

async function follow(
  options: StreamOptions,
  send: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const endsAtMs = options.clock().getTime() + LIFETIME_MS
  let { checkout, afterVersion } = options
  let failures = 0
  let isTimeMoved = false

  send(`retry: ${REOPEN_MS}\n\n`)
  while (!signal.aborted) {
    if (checkout.version > afterVersion || isTimeMoved) {
      afterVersion = checkout.version
      send(`event: checkout\nid: ${afterVersion}\ndata: ${options.write(checkout)}\n\n`)
    } else {
      send(': still here\n\n')
    }
    if (isSettled(checkout)) return send('event: end\ndata: {}\n\n')
    if (options.clock().getTime() >= endsAtMs) return

    const askedAtMs = options.clock().getTime()
    const read = { afterVersion, waitSeconds: WAIT_SECONDS, signal }
    const news = await options.client.checkout.read(options.reference, read).catch(() => undefined)
    if (signal.aborted) return
    failures = news === undefined ? failures + 1 : 0
    if (failures > FAILURES_MAX) return
    const waitedMs = options.clock().getTime() - askedAtMs
    isTimeMoved = news !== undefined && hasTimeMoved(checkout, news, waitedMs)
    checkout = news ?? checkout
    // Whoever answers at once that there is nothing new, or does not answer, must not be asked without end.
    const isNews = checkout.version > afterVersion || isTimeMoved
    if (!isNews && waitedMs < PAUSE_MS) await pause(PAUSE_MS, signal)
  }
}

/** Whether the clock of the session jumped, stopped or went on meanwhile, which in the sandbox a merchant can make it do. */
function hasTimeMoved(before: Checkout, after: Checkout, waitedMs: number): boolean {
  if (after.environment !== 'sandbox') return false
  if (before.clockFrozen !== after.clockFrozen) return true
  const passedMs = Date.parse(after.now) - Date.parse(before.now)
  return Math.abs(passedMs - (after.clockFrozen ? 0 : waitedMs)) > JUMP_MS
}

function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, delayMs)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
