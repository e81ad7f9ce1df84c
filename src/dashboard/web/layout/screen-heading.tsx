import { useEffect, useRef } from 'react'
import { useTitle } from './use-title.ts'

/** The heading of a screen. It sets the window's title, and takes the focus unless a field or a dialog has it. */
export function ScreenHeading({ children, takesFocus = true }: ScreenHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useTitle(children)
  useEffect(() => {
    const isElsewhere = document.activeElement?.closest('input, dialog') ?? null
    if (takesFocus && isElsewhere === null) heading.current?.focus({ preventScroll: true })
  }, [takesFocus])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  )
}

interface ScreenHeadingProps {
  children: string
  takesFocus?: boolean
}
