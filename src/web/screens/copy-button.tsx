import { useEffect, useState } from 'react'
import { useSay } from '../words/use-say.ts'

const SAID_MS = 3_000

/** Copies a text, and says that it did. */
export function CopyButton({ text, children }: { text: string; children: string }) {
  const say = useSay()
  const [copied, setCopied] = useState(false)

  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SAID_MS)
    return () => clearTimeout(timer)
  }, [copied])

  async function copy() {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }

  return (
    <>
      <button className="primary" type="button" onClick={() => void copy().catch(() => undefined)}>
        {copied ? say('copied') : children}
      </button>
      <output className="visually-hidden">{copied && say('copied')}</output>
    </>
  )
}
