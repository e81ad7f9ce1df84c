import { useEffect } from 'react'
import { flushSync } from 'react-dom'
import { type Blocker, useBlocker } from 'react-router'

/**
 * Asks before the page is left while `mayLose`: the browser, where the document goes; the caller, where another screen
 * comes. A document that is hidden for good is told, so that the browser's cache of pages keeps no secret.
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
