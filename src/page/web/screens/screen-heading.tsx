import type { ReactNode } from 'react'
import { focusAtTop, useFocusOnChange } from './first-screen.ts'

/** The screen's heading, focused on change so that screen readers announce it. */
export function ScreenHeading({
  children,
  focus = true,
}: {
  children: ReactNode
  focus?: boolean
}) {
  const heading = useFocusOnChange<HTMLHeadingElement>(focus, focusAtTop)
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  )
}
