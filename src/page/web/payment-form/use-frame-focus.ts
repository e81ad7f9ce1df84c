import { useEffect, useEffectEvent } from 'react'

/** Calls back when the focus goes into a frame, which blurs this window and fires no event on the frame's element. */
export function useFrameFocus(onFocus: () => void): void {
  const notify = useEffectEvent(() => {
    if (document.activeElement instanceof HTMLIFrameElement) onFocus()
  })
  useEffect(() => {
    // Firefox sets the active element after the event.
    const notifyLater = () => void setTimeout(notify)
    window.addEventListener('blur', notifyLater)
    return () => window.removeEventListener('blur', notifyLater)
  }, [])
}
