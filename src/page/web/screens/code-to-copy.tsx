import { useEffect, useState } from 'react'
import { useSay } from '../use-say.ts'
import { type CodeElement, CodeField } from './code-field.tsx'

const SAID_MS = 3_000

interface CodeToCopyProps {
  text: string
  label: string
  /** The button's label. */
  copy: string
  /** A formatted version to read and type elsewhere, shown in full; without it, one line of `text` is shown. */
  written?: string
}

/** A code with a copy button that confirms; when the clipboard is blocked, it shows how to copy by hand. */
export function CodeToCopy({ text, label, copy, written }: CodeToCopyProps) {
  const say = useSay()
  const [field, setField] = useState<CodeElement | null>(null)
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null)

  useEffect(() => {
    if (outcome !== 'copied') return
    const timer = setTimeout(() => setOutcome(null), SAID_MS)
    return () => clearTimeout(timer)
  }, [outcome])

  async function copyText() {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('copied')
    } catch {
      field?.focus()
      field?.select()
      setOutcome('refused')
    }
  }

  return (
    <>
      <CodeField
        ref={setField}
        text={written ?? text}
        label={label}
        whole={written !== undefined}
      />
      <button className="primary" type="button" onClick={() => void copyText()}>
        {outcome === 'copied' ? say('copied') : copy}
      </button>
      <output className={outcome === 'refused' ? 'copy-by-hand' : 'visually-hidden'}>
        {outcome === 'copied' && say('copied')}
        {outcome === 'refused' && say('copied.not')}
      </output>
    </>
  )
}
