import { useEffect, useState } from 'react'

const TICK_MS = 1_000

/**
 * The server's clock in milliseconds, moving on by itself. The shopper's own clock may be hours off, so it is only
 * used to tell how much time went by since `now` arrived. A frozen clock stands still.
 */
export function useServerNow(now: string, isFrozen: boolean): number {
  const [serverNowMs, setServerNowMs] = useState(() => Date.parse(now))

  useEffect(() => {
    if (isFrozen) return
    const arrivedMs = performance.now()
    const update = () => setServerNowMs(Date.parse(now) + performance.now() - arrivedMs)
    update()
    const timer = setInterval(update, TICK_MS)
    return () => clearInterval(timer)
  }, [now, isFrozen])

  return isFrozen ? Date.parse(now) : serverNowMs
}
