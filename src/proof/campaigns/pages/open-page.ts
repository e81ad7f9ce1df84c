import { connect, type Socket } from 'node:net'
import { PageCheckout } from '#contract/page.ts'
import { pollDelayMs } from '#page/web/session/poll-delay.ts'

/** The page of a session as a browser keeps it open: its own requests, and what it has seen. */
export interface OpenPage {
  /** Server-sent events, polling, or neither yet. */
  state(): 'opening' | 'streaming' | 'asking'
  /** When it first saw the paid session. */
  paidAtMs(): number | undefined
  /** Number of polls. */
  asked(): number
  close(): void
}

const HEAD_END = '\r\n\r\n'
const EVENT_END = '\n\n'
const REOPEN_MS = 3000
const PAID = '"paymentStatus":"paid"'

/**
 * Opens a page without a browser, which would cost more than what is measured: only a socket, and the page's rule for when it
 * opens a stream and when it polls.
 */
export function openPage(
  origin: URL,
  reference: string,
  initial: PageCheckout,
  onEnd: (why: string) => void,
): OpenPage {
  const path = `/api/checkout/${reference}`
  let state: ReturnType<OpenPage['state']> = 'opening'
  let checkout = initial
  let paidAtMs: number | undefined
  let polls = 0
  let socket: Socket | undefined
  let timer: NodeJS.Timeout | undefined
  let reopening: NodeJS.Timeout | undefined
  let closed = false

  function see(text: string): void {
    if (text.includes(PAID)) paidAtMs ??= performance.now()
  }

  function askLater(): void {
    clearTimeout(timer)
    const delayMs = pollDelayMs('open', checkout, { streaming: state === 'streaming', polls })
    if (delayMs !== false && !closed) timer = setTimeout(() => void ask(), delayMs)
  }

  async function ask(): Promise<void> {
    polls += 1
    try {
      const answer = await (await fetch(new URL(path, origin))).text()
      see(answer)
      checkout = PageCheckout.parse(JSON.parse(answer))
    } catch {
      // The next poll may succeed.
    }
    if (paidAtMs === undefined) askLater()
  }

  function turn(to: typeof state): void {
    state = to
    askLater()
  }

  function follow(): void {
    const stream = connect(Number(origin.port), origin.hostname)
    socket = stream
    let text = ''
    let isHeadRead = false
    stream.setEncoding('latin1')
    stream.on('data', (data: string) => {
      text += data
      if (!isHeadRead) {
        const headEnd = text.indexOf(HEAD_END)
        if (headEnd < 0) return
        isHeadRead = true
        const head = text.slice(0, headEnd)
        const isStream = head.startsWith('HTTP/1.1 200 ')
        text = text.slice(headEnd + HEAD_END.length)
        turn(isStream ? 'streaming' : 'asking')
        if (!isStream) {
          // A browser does not reconnect an EventSource that was refused.
          onEnd(head.slice(0, head.indexOf('\r')))
          stream.removeAllListeners('close').destroy()
        }
      }
      const eventEnd = text.lastIndexOf(EVENT_END)
      if (eventEnd < 0) return
      see(text.slice(0, eventEnd))
      text = text.slice(eventEnd)
    })
    stream.on('error', () => undefined)
    stream.on('close', () => {
      if (closed) return
      onEnd(isHeadRead ? 'ended' : 'cut off')
      turn('asking')
      reopening = setTimeout(follow, REOPEN_MS)
    })
    stream.write(
      `GET ${path}/events?locale=en&afterVersion=${checkout.version} HTTP/1.1\r\nHost: ${origin.host}\r\n` +
        'Accept: text/event-stream\r\nAccept-Language: en\r\nCache-Control: no-store\r\nSec-Fetch-Site: same-origin\r\n' +
        'User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36\r\n\r\n',
    )
  }

  follow()
  return {
    state: () => state,
    paidAtMs: () => paidAtMs,
    asked: () => polls,
    close() {
      closed = true
      clearTimeout(timer)
      clearTimeout(reopening)
      socket?.destroy()
    },
  }
}
