import type { ReactNode } from 'react'
import { useFocusOnChange } from './first-screen.ts'

/** The screen's heading: a new screen begins at its top, and is announced by the heading's focus. */
export function ScreenHeading({
  children,
  focus = true,
}: {
  children: ReactNode
  focus?: boolean
}) {
  const heading = useFocusOnChange<HTMLHeadingElement>(focus, true)
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  )
}
