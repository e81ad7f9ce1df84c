import { useEffect, useState } from 'react'
import { useSay } from '../use-say.ts'
import { type CodeElement, CodeField } from './code-field.tsx'

const SAID_MS = 3_000

interface CodeToCopyProps {
  text: string
  label: string
  /** The words on the button. */
  copy: string
  /** Written for people, all of it to be seen, because they type it elsewhere; else one line of the text stands for it. */
  written?: string
}

/** A code and the button that copies it and says that it did; where the browser refuses, how to copy it by hand. */
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
