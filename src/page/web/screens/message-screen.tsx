import type { ReactNode } from 'react'
import { ScreenHeading } from './screen-heading.tsx'

interface MessageScreenProps {
  icon: ReactNode
  title: string
  children: ReactNode
}

/** A screen that has one thing to say. */
export function MessageScreen({ icon, title, children }: MessageScreenProps) {
  return (
    <div className="center">
      {icon}
      <ScreenHeading>{title}</ScreenHeading>
      {children}
    </div>
  )
}
