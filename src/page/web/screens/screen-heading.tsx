import type { ReactNode } from 'react'
import { useFocusOnChange } from './first-screen.ts'

/** What the screen is about, told to those who cannot see that it changed. */
export function ScreenHeading({
  children,
  focus = true,
}: {
  children: ReactNode
  focus?: boolean
}) {
  const heading = useFocusOnChange<HTMLHeadingElement>(focus)
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  )
}
