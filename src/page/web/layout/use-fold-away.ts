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
    // The focus may have left the element before hydration.
    leave()
    const unmounted = new AbortController()
    const { signal } = unmounted
    document.addEventListener('pointerdown', turnAway, { signal })
    document.addEventListener('focusin', turnAway, { signal })
    document.addEventListener('keydown', escape, { signal })
    window.addEventListener('blur', leave, { signal })
    return () => unmounted.abort()
  }, [])
  return ref
}
