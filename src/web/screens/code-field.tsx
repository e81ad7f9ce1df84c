import type { FocusEvent } from 'react'

interface CodeFieldProps {
  text: string
  label: string
  /** All of it is to be seen, because people type it elsewhere; else one line stands for it. */
  whole?: boolean
}

/** A code to copy; a press on it selects all of it, for those whose browser does not let the button copy. */
export function CodeField({ text, label, whole = false }: CodeFieldProps) {
  const control = {
    readOnly: true,
    dir: 'ltr',
    value: text,
    'aria-label': label,
    onFocus: (event: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => event.target.select(),
  }
  return whole ? (
    <textarea className="code whole" rows={2} {...control} />
  ) : (
    <input className="code" {...control} />
  )
}
