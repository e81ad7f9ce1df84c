import type { ReactNode } from 'react'
import { ScreenHeading } from './screen-heading.tsx'

/** A screen with a single message. */
export function Message({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="message">
      <ScreenHeading>{title}</ScreenHeading>
      {children}
    </section>
  )
}
