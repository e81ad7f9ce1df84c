import { useEffect, useState } from 'react'
import { assistWords } from './assist-words.ts'
import type { HelpProps } from './assist-props.ts'

/** A number, or "s/n" (sem número). */
const NUMBER = /\d|\bs\/?n\b/i

/** Puts the hint into the row of the label, above the control, so that nothing shifts when the hint appears. */
const NO_SPACE = { position: 'relative' } as const
const BESIDE_LABEL = {
  position: 'absolute',
  insetBlockEnd: 'calc(var(--control-height) + 8px)',
  insetInlineEnd: 0,
} as const

/** Asks for the street number of a Brazilian address, which a CEP does not contain, unless the shopper is typing. */
export function StreetNumber({ values }: Pick<HelpProps, 'values'>) {
  const [isTyping, setTyping] = useState(false)
  const isBrazilian = values.country === 'BR'

  useEffect(() => {
    const input = document.getElementById('address-line1')
    if (!isBrazilian || !(input instanceof HTMLInputElement)) return
    const controller = new AbortController()
    const { signal } = controller
    let isLeft = document.activeElement !== input
    input.addEventListener(
      'focus',
      () => {
        if (isLeft) expectNumber(input)
        isLeft = false
      },
      { signal },
    )
    // Fires before `input`, so that the hint does not appear for a moment.
    input.addEventListener('beforeinput', () => setTyping(true), { signal })
    input.addEventListener(
      'blur',
      () => {
        // The window was left, not the field: the shopper comes back to go on typing.
        if (document.activeElement === input) return
        isLeft = true
        setTyping(false)
        input.value = input.value.replace(/,\s*$/, '')
      },
      { signal },
    )
    return () => controller.abort()
  }, [isBrazilian])

  const isShown = isBrazilian && !isTyping && lacksNumber(values['address-line1'] ?? '')
  return (
    <div style={NO_SPACE}>
      <output className="hint" style={BESIDE_LABEL}>
        {isShown && assistWords().addNumber}
      </output>
    </div>
  )
}

/** Puts the caret where the number belongs. */
export function expectNumber(input: HTMLInputElement): void {
  if (!lacksNumber(input.value)) return
  input.value = `${input.value.replace(/,\s*$/, '')}, `
  moveToEnd(input)
  // WebKit selects all after the focus event of a Tab: the number would replace the street.
  setTimeout(moveToEnd, 0, input)
}

function moveToEnd(input: HTMLInputElement): void {
  if (input.value.endsWith(', ')) input.setSelectionRange(input.value.length, input.value.length)
}

function lacksNumber(street: string): boolean {
  return street.trim() !== '' && !NUMBER.test(street)
}
