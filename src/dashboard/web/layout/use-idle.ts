import { useEffect, useEffectEvent } from 'react'

const INPUTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'focus'] as const
const TICK_MS = 5000
const KEPT_AS = 'input-at'

/**
 * Calls `end` after `minutes` without input in any tab of the dashboard. The server cannot detect idleness, since an open
 * page polls.
 */
export function useIdle(minutes: number, end: () => void): void {
  const onIdle = useEffectEvent(end)
  useEffect(() => {
    let inputAtMs = Date.now()
    let keptAtMs = 0
    const noteInput = () => {
      inputAtMs = Date.now()
      if (inputAtMs - keptAtMs < TICK_MS) return
      keptAtMs = inputAtMs
      keep(inputAtMs)
    }
    for (const type of INPUTS) window.addEventListener(type, noteInput, { passive: true })
    const timer = setInterval(() => {
      if (Date.now() - Math.max(inputAtMs, lastKept()) < minutes * 60_000) return
      clearInterval(timer)
      onIdle()
    }, TICK_MS)
    return () => {
      clearInterval(timer)
      for (const type of INPUTS) window.removeEventListener(type, noteInput)
    }
  }, [minutes])
}

/** Stores the time of the last input for other tabs. Without storage each tab measures its own idleness. */
function keep(atMs: number): void {
  try {
    localStorage.setItem(KEPT_AS, String(atMs))
  } catch {
    // The browser stores nothing.
  }
}

function lastKept(): number {
  try {
    return Number(localStorage.getItem(KEPT_AS) ?? 0)
  } catch {
    return 0
  }
}
