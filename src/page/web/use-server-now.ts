import { useEffect, useState } from 'react'

const TICK_MS = 1_000

/**
 * The server's time in milliseconds, updated every second. The device's clock may be wrong, so it only measures the time
 * since `now` arrived. A frozen test clock does not advance.
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
