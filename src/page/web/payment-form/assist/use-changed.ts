import { useEffect, useState } from 'react'
import { afterPress } from '../after-press.ts'
import type { FieldName } from '../required-fields.ts'

/**
 * The text that a field had when the shopper last left it. If a press left the field, the text is known only after the
 * press: content shown earlier would move the pressed button away.
 */
export function useChanged(name: FieldName): string | undefined {
  const [text, setText] = useState<string>()

  useEffect(() => {
    const input = document.getElementById(name)
    if (!(input instanceof HTMLInputElement)) return
    const controller = new AbortController()
    const { signal } = controller
    const readLater = () => afterPress(() => !signal.aborted && setText(input.value))
    input.addEventListener('change', readLater, { signal })
    if (document.activeElement !== input) readLater()
    return () => controller.abort()
  }, [name])

  return text
}
