import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Chevron } from '#page/web/layout/chevron.tsx'
import { laterScript } from '#page/web/early-events.ts'
import type { laterAdditions } from './later-additions.ts'

type LaterAdditions = typeof laterAdditions

interface LaterFoldProps {
  className: string
  title: string
  children: (additions: LaterAdditions) => ReactNode
}

/** A fold whose content loads when it is opened, and if it was opened before hydration. */
export function LaterFold({ className, title, children }: LaterFoldProps) {
  const details = useRef<HTMLDetailsElement>(null)
  const [additions, setAdditions] = useState<LaterAdditions>()

  async function load() {
    const later = await laterScript('later-additions', import('./later-additions.ts'))
    setAdditions(later.laterAdditions)
  }

  const loadIfOpen = useEffectEvent(() => {
    if (details.current?.open) void load()
  })
  useEffect(() => loadIfOpen(), [])

  return (
    <details
      ref={details}
      className={className}
      onToggle={() => void load()}
      suppressHydrationWarning
    >
      <summary>
        <span>{title}</span>
        <Chevron />
      </summary>
      {additions !== undefined && children(additions)}
    </details>
  )
}
