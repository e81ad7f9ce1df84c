import { type RefObject, useEffect, useRef } from 'react'

/** Light dismiss for a `<details>`: closes on Escape, on a click outside, and when the focus leaves. */
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
    // A click in the card frame does not reach this document, but blurs its window.
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
