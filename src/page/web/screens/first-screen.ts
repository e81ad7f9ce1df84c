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

/** Focuses the new screen's heading, except on the first screen, where nothing has changed. */
export function useFocusOnChange<Target extends HTMLElement>(enabled = true) {
  const target = useRef<Target>(null)
  const isFirst = use(FirstScreenContext)
  useEffect(() => {
    if (enabled && !isFirst.current) target.current?.focus()
  }, [enabled, isFirst])
  return target
}
