import type { ReactNode } from 'react'
import { ScreenHeading } from './screen-heading.tsx'

interface MessageScreenProps {
  icon: ReactNode
  title: string
  children: ReactNode
}

/** A screen with one message. */
export function MessageScreen({ icon, title, children }: MessageScreenProps) {
  return (
    <div className="center">
      {icon}
      <ScreenHeading>{title}</ScreenHeading>
      {children}
    </div>
  )
}
