import { useEffect, useState } from 'react'

const SAID_MS = 3_000

/** Copies a text; `copied` lasts some seconds. Where the browser refuses, `select` makes it easy to copy by hand. */
export function useCopy(text: string, select: () => void) {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null)

  useEffect(() => {
    if (outcome !== 'copied') return
    const timer = setTimeout(() => setOutcome(null), SAID_MS)
    return () => clearTimeout(timer)
  }, [outcome])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('copied')
    } catch {
      select()
      setOutcome('refused')
    }
  }

  return { outcome, copy: () => void copy() }
}
