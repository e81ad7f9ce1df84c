import { type ReactNode, useEffect, useRef } from 'react'
import { useTitle } from '../layout/use-title.ts'

/** A page with one message; it focuses the heading, so that screen readers announce it. */
export function Message({ title, children }: MessageProps) {
  return (
    <MessageBody key={title} title={title}>
      {children}
    </MessageBody>
  )
}

interface MessageProps {
  title: string
  children: ReactNode
}

function MessageBody({ title, children }: MessageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useTitle(title)
  useEffect(() => heading.current?.focus(), [])
  return (
    <main className="workshop-page message">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </main>
  )
}
