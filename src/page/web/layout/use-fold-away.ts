import { type RefObject, useEffect, useRef } from 'react'

/** A `<details>` that folds away by Escape, and when the shopper turns to something else. */
export function useFoldAway(): RefObject<HTMLDetailsElement | null> {
  const ref = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    function turnAway({ target }: Event) {
      const details = ref.current
      if (details?.open && !(target instanceof Node && details.contains(target))) {
        details.open = false
      }
    }
    function escape({ key }: KeyboardEvent) {
      const details = ref.current
      if (key !== 'Escape' || !details?.open) return
      details.open = false
      details.querySelector('summary')?.focus()
    }
    // The card's frame keeps presses for itself, but takes the focus from this window.
    const leave = () => {
      if (document.activeElement instanceof HTMLIFrameElement && ref.current)
        ref.current.open = false
    }
    document.addEventListener('pointerdown', turnAway)
    document.addEventListener('focusin', turnAway)
    document.addEventListener('keydown', escape)
    window.addEventListener('blur', leave)
    return () => {
      document.removeEventListener('pointerdown', turnAway)
      document.removeEventListener('focusin', turnAway)
      document.removeEventListener('keydown', escape)
      window.removeEventListener('blur', leave)
    }
  }, [])
  return ref
}
