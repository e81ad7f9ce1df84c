import type { FocusEvent, RefCallback } from 'react'

export type CodeElement = HTMLInputElement | HTMLTextAreaElement

interface CodeFieldProps {
  ref: RefCallback<CodeElement>
  text: string
  label: string
  /** All of it is to be seen; else one line stands for it. */
  whole: boolean
}

/** A code to copy; a press on it selects all of it, for those whose browser does not let the button copy. */
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
