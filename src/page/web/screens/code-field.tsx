import type { FocusEvent, RefCallback } from 'react'

export type CodeElement = HTMLInputElement | HTMLTextAreaElement

interface CodeFieldProps {
  ref: RefCallback<CodeElement>
  text: string
  label: string
  /** Whether the whole code is shown, or one line of it. */
  whole: boolean
}

/** A code to copy. A click selects all of it, for browsers that block the clipboard. */
export function CodeField({ ref, text, label, whole }: CodeFieldProps) {
  const control = {
    readOnly: true,
    dir: 'ltr',
    value: text,
    'aria-label': label,
    onFocus: (event: FocusEvent<CodeElement>) => event.target.select(),
  }
  return whole ? (
    <textarea className="code whole" rows={2} ref={ref} {...control} />
  ) : (
    <input className="code" ref={ref} {...control} />
  )
}
