import type { ReactNode } from 'react'
import { ScreenHeading } from './screen-heading.tsx'

/** A screen that says one thing. */
export function Message({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="message">
      <ScreenHeading>{title}</ScreenHeading>
      {children}
    </section>
  )
}
