import { useEffect } from 'react'
import { flushSync } from 'react-dom'
import { type Blocker, useBlocker } from 'react-router'

/**
 * While `mayLose`, guards against leaving: the browser asks before the document is left, and the caller asks before another
 * screen, by the returned blocker. `onGone` runs when the document is left, so that the back/forward cache keeps no secret.
 */
export function useLeaveGuard(mayLose: boolean, onGone: () => void): Blocker {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (mayLose) event.preventDefault()
    }
    const wipe = () => flushSync(onGone)
    addEventListener('beforeunload', ask)
    addEventListener('pagehide', wipe)
    return () => {
      removeEventListener('beforeunload', ask)
      removeEventListener('pagehide', wipe)
    }
  }, [mayLose, onGone])
  return useBlocker(mayLose)
}
