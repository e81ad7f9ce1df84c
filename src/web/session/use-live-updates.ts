import { useEffect, useEffectEvent, useState } from 'react'
import type { PageCheckout } from '../../contract/page.ts'

/**
 * Listens to the session while the page is in sight. Tells whether the stream stands; when it does not, the caller
 * asks more often instead.
 */
export function useLiveUpdates(
  url: string | null,
  onCheckout: (checkout: PageCheckout) => void,
): boolean {
  const [streaming, setStreaming] = useState(false)
  const receive = useEffectEvent(onCheckout)

  useEffect(() => {
    if (url === null || typeof EventSource === 'undefined') return
    let source: EventSource | null = null

    function close() {
      source?.close()
      source = null
      setStreaming(false)
    }

    function follow() {
      close()
      if (document.hidden || url === null) return
      source = new EventSource(url)
      source.addEventListener('open', () => setStreaming(true))
      source.addEventListener('error', () => setStreaming(false))
      // The session will not change any more.
      source.addEventListener('end', close)
      source.addEventListener('checkout', (event: MessageEvent<string>) => {
        void parse(event.data).then((checkout) => checkout && receive(checkout))
      })
    }

    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      close()
    }
  }, [url])

  return streaming
}

async function parse(data: string): Promise<PageCheckout | null> {
  try {
    const { parseCheckout } = await import('./parse-answer.ts')
    return parseCheckout(JSON.parse(data))
  } catch {
    return null
  }
}
