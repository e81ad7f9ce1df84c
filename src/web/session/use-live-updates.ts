import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PageCheckout } from '../../contract/page.ts'
import { answerParser } from './answer-parser.ts'

interface LiveUpdates {
  /** Nothing more is expected: what comes is taken, but a stream that breaks is not opened again. */
  isFinal: boolean
  onCheckout: (checkout: PageCheckout) => void
}

/**
 * Listens to the session while the page is in sight. Tells whether the stream stands; when it does not, the caller
 * asks more often instead.
 */
export function useLiveUpdates(url: string | null, { isFinal, onCheckout }: LiveUpdates): boolean {
  const [stream, setStream] = useState<'opening' | 'standing' | 'broken'>('opening')
  const current = useRef<EventSource>(null)
  const receive = useEffectEvent(onCheckout)

  useEffect(() => {
    if (url === null || typeof EventSource === 'undefined') return

    function close() {
      current.current?.close()
      current.current = null
      setStream('opening')
    }

    function follow() {
      close()
      if (document.hidden || url === null) return
      const source = new EventSource(url)
      current.current = source
      source.addEventListener('open', () => setStream('standing'))
      source.addEventListener('error', () => setStream('broken'))
      // The session will not change any more.
      source.addEventListener('end', close)
      source.addEventListener('checkout', (event: MessageEvent<string>) => {
        void parse(event.data).then((checkout) => checkout && receive(checkout))
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
