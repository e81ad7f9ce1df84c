import { useState } from 'react'
import { useTranslate } from '../use-translate.ts'
import { type CodeElement, CodeField } from './code-field.tsx'
import { SmallTick } from './later-icons.tsx'
import { useCopy } from './use-copy.ts'

interface CodeToCopyProps {
  text: string
  label: string
  /** The button's label. */
  copy: string
  /** A formatted version to read and type elsewhere, shown in full; without it, one line of `text` is shown. */
  written?: string
  /** What to do once it is copied. */
  next?: string
}

/** A code with a copy button that confirms; when the clipboard is blocked, it shows how to copy by hand. */
export function CodeToCopy({ text, label, copy, written, next }: CodeToCopyProps) {
  const t = useTranslate()
  const [field, setField] = useState<CodeElement | null>(null)
  const [isDone, setDone] = useState(false)
  const { outcome, copy: copyText } = useCopy(text, () => {
    field?.focus()
    field?.select()
  })
  const isCopied = outcome === 'copied'
  if (isCopied && !isDone) setDone(true)

  return (
    <>
      <CodeField
        ref={setField}
        text={written ?? text}
        label={label}
        whole={written !== undefined}
      />
      <button className={isDone ? 'primary quiet' : 'primary'} type="button" onClick={copyText}>
        <span>
          {isCopied && <SmallTick />}
          <span>{isCopied ? t('copied') : copy}</span>
        </span>
      </button>
      {isDone && next !== undefined && <p className="next">{next}</p>}
      <output className={outcome === 'refused' ? 'copy-by-hand' : 'visually-hidden'}>
        {announcement()}
      </output>
    </>
  )

  function announcement() {
    if (isCopied) return [t('copied'), next].join('. ')
    return outcome === 'refused' && t('copied.not')
  }
}
