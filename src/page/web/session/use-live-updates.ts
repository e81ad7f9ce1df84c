import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PageCheckout } from '#contract/page.ts'
import { answerParser } from './answer-parser.ts'

/** Heartbeats arrive every 20 seconds. A half-open TCP connection would otherwise go unnoticed. */
const SILENCE_MAX_MS = 50_000

interface LiveUpdates {
  /** No change is expected: events are still received, but a broken stream is not reopened. */
  isFinal: boolean
  onCheckout: (checkout: PageCheckout) => void
  /** An event was malformed; the caller must fetch the session. */
  onUnreadable: () => void
}

/**
 * Server-sent events of the session while the page is visible. Returns whether the stream is open; otherwise the caller
 * polls.
 */
export function useLiveUpdates(
  url: string | null,
  { isFinal, onCheckout, onUnreadable }: LiveUpdates,
): boolean {
  const [stream, setStream] = useState<'opening' | 'open' | 'broken'>('opening')
  const current = useRef<EventSource>(null)
  const receive = useEffectEvent(onCheckout)
  const ask = useEffectEvent(onUnreadable)

  useEffect(() => {
    if (url === null || typeof EventSource === 'undefined') return

    let silence: ReturnType<typeof setTimeout> | undefined

    function restartTimeout() {
      clearTimeout(silence)
      silence = setTimeout(connect, SILENCE_MAX_MS)
    }

    function close() {
      clearTimeout(silence)
      current.current?.close()
      current.current = null
      setStream('opening')
    }

    function connect() {
      close()
      if (document.hidden || url === null) return
      const source = new EventSource(url)
      current.current = source
      source.addEventListener('open', () => {
        setStream('open')
        restartTimeout()
      })
      source.addEventListener('beat', restartTimeout)
      source.addEventListener('error', () => {
        clearTimeout(silence)
        setStream('broken')
      })
      // The session is final.
      source.addEventListener('end', close)
      source.addEventListener('checkout', (event: MessageEvent<string>) => {
        restartTimeout()
        void parse(event.data).then((checkout) => (checkout ? receive(checkout) : ask()))
      })
    }

    connect()
    document.addEventListener('visibilitychange', connect)
    window.addEventListener('online', connect)
    return () => {
      document.removeEventListener('visibilitychange', connect)
      window.removeEventListener('online', connect)
      close()
    }
  }, [url])

  useEffect(() => {
    if (isFinal && stream === 'broken') current.current?.close()
  }, [isFinal, stream])

  return stream === 'open'
}

async function parse(data: string): Promise<PageCheckout | null> {
  try {
    const { parseCheckout } = await answerParser()
    return parseCheckout(JSON.parse(data))
  } catch {
    return null
  }
}
