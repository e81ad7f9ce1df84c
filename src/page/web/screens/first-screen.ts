import { createContext, type RefObject, use, useEffect, useRef } from 'react'

/** Whether the screen in sight is still the one that the page came with. */
export const FirstScreenContext = createContext<RefObject<boolean>>({ current: true })

/** True until the first screen has been shown: children's effects run before this one. */
export function useFirstScreen(): RefObject<boolean> {
  const isFirst = useRef(true)
  useEffect(() => {
    isFirst.current = false
  }, [])
  return isFirst
}

/** Moves the focus to what says the new state, except on the page's first screen, where nothing has changed. */
export function useFocusOnChange<Target extends HTMLElement>(enabled = true) {
  const target = useRef<Target>(null)
  const isFirst = use(FirstScreenContext)
  useEffect(() => {
    if (enabled && !isFirst.current) target.current?.focus()
  }, [enabled, isFirst])
  return target
}
