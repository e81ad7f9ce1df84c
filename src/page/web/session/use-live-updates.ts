import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PageCheckout } from '../../../contract/page.ts'
import { answerParser } from './answer-parser.ts'

/** A stream says every 20 seconds that it stands; a connection can be lost without either end noticing. */
const SILENCE_MAX_MS = 50_000

interface LiveUpdates {
  /** Nothing more is expected: what comes is taken, but a stream that breaks is not opened again. */
  isFinal: boolean
  onCheckout: (checkout: PageCheckout) => void
  /** Something was told that cannot be read: it has to be asked for. */
  onUnreadable: () => void
}

/**
 * Listens to the session while the page is in sight. Tells whether the stream stands; when it does not, the caller
 * asks more often instead.
 */
export function useLiveUpdates(
  url: string | null,
  { isFinal, onCheckout, onUnreadable }: LiveUpdates,
): boolean {
  const [stream, setStream] = useState<'opening' | 'standing' | 'broken'>('opening')
  const current = useRef<EventSource>(null)
  const receive = useEffectEvent(onCheckout)
  const ask = useEffectEvent(onUnreadable)

  useEffect(() => {
    if (url === null || typeof EventSource === 'undefined') return

    let silence: ReturnType<typeof setTimeout> | undefined

    function hear() {
      clearTimeout(silence)
      silence = setTimeout(follow, SILENCE_MAX_MS)
    }

    function close() {
      clearTimeout(silence)
      current.current?.close()
      current.current = null
      setStream('opening')
    }

    function follow() {
      close()
      if (document.hidden || url === null) return
      const source = new EventSource(url)
      current.current = source
      source.addEventListener('open', () => {
        setStream('standing')
        hear()
      })
      source.addEventListener('beat', hear)
      source.addEventListener('error', () => {
        clearTimeout(silence)
        setStream('broken')
      })
      // The session will not change any more.
      source.addEventListener('end', close)
      source.addEventListener('checkout', (event: MessageEvent<string>) => {
        hear()
        void parse(event.data).then((checkout) => (checkout ? receive(checkout) : ask()))
      })
    }

    follow()
    document.addEventListener('visibilitychange', follow)
    window.addEventListener('online', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      window.removeEventListener('online', follow)
      close()
    }
  }, [url])

  useEffect(() => {
    if (isFinal && stream === 'broken') current.current?.close()
  }, [isFinal, stream])

  return stream === 'standing'
}

async function parse(data: string): Promise<PageCheckout | null> {
  try {
    const { parseCheckout } = await answerParser()
    return parseCheckout(JSON.parse(data))
  } catch {
    return null
  }
}
