import { createContext, type RefObject, use, useEffect, useRef } from 'react'

/** Whether the server-rendered screen is still shown. */
export const FirstScreenContext = createContext<RefObject<boolean>>({ current: true })

/** True until the first screen has been shown: children's effects run before this one. */
export function useFirstScreen(): RefObject<boolean> {
  const isFirst = useRef(true)
  useEffect(() => {
    isFirst.current = false
  }, [])
  return isFirst
}

/** Focuses what is new on the page, except on the first screen, where nothing has changed. */
export function useFocusOnChange<Target extends HTMLElement>(
  enabled = true,
  focus: (target: HTMLElement) => void = focusThere,
) {
  const target = useRef<Target>(null)
  const isFirst = use(FirstScreenContext)
  useEffect(() => {
    if (enabled && !isFirst.current && target.current !== null) focus(target.current)
  }, [enabled, focus, isFirst])
  return target
}

function focusThere(target: HTMLElement): void {
  target.focus()
}

/** Focuses the heading of a new screen, which begins at its top wherever the last one was left. */
export function focusAtTop(heading: HTMLElement): void {
  heading.focus({ preventScroll: true })
  document.documentElement.scrollTop = 0
}
