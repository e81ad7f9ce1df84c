import { useEffect, useEffectEvent } from 'react'

const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'focus'] as const
const TICK_MS = 5000

/** Calls `end` after minutes without input. The server cannot see this idleness: the page polls. */
export function useIdle(minutes: number, end: () => void): void {
  const onIdle = useEffectEvent(end)
  useEffect(() => {
    let touchedMs = Date.now()
    const touch = () => {
      touchedMs = Date.now()
    }
    for (const type of TOUCHES) window.addEventListener(type, touch, { passive: true })
    const timer = setInterval(() => {
      if (Date.now() - touchedMs < minutes * 60_000) return
      clearInterval(timer)
      onIdle()
    }, TICK_MS)
    return () => {
      clearInterval(timer)
      for (const type of TOUCHES) window.removeEventListener(type, touch)
    }
  }, [minutes])
}
