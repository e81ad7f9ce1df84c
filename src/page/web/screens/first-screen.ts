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

/** Focuses what is new on the page, at the page's top if asked for; but not on the first screen, where nothing has changed. */
export function useFocusOnChange<Target extends HTMLElement>(enabled = true, atTop = false) {
  const target = useRef<Target>(null)
  const isFirst = use(FirstScreenContext)
  useEffect(() => {
    if (!enabled || isFirst.current) return
    target.current?.focus({ preventScroll: atTop })
    if (atTop) document.documentElement.scrollTop = 0
  }, [atTop, enabled, isFirst])
  return target
}
