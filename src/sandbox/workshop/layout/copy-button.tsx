import { type ReactNode, useEffect, useState } from 'react'

interface CopyButtonProps {
  text: () => string
  children: ReactNode
}

const SHOWN_MS = 2500

/** Copies a text to the clipboard and shows whether that worked. */
export function CopyButton({ text, children }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null)

  useEffect(() => {
    if (outcome === null) return
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [outcome])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text())
      setOutcome('copied')
    } catch {
      // Without a secure context (https or localhost) there is no clipboard.
      setOutcome('refused')
    }
  }

  return (
    <span className="copy">
      <button type="button" className="quiet" onClick={() => void copy()}>
        {children}
      </button>
      <output aria-live="polite">
        {outcome === 'copied' && 'Copied'}
        {outcome === 'refused' && 'The browser does not copy here'}
      </output>
    </span>
  )
}
