import { useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { assistWords } from './assist-words.ts'

/** The button is tall to press, and does not raise the label's row. */
const AT_END = {
  marginBlock: '-12px',
  marginInlineStart: 'auto',
  fontSize: 'var(--text-s)',
} as const

/**
 * Opens the keyboard of digits for a CPF, and that of letters for a CNPJ that has some. Both come with this script: without
 * it, the keyboard has letters. Where nothing is touched, no keyboard opens, and no button is needed.
 */
export function TaxIdKeyboard() {
  const [hasLetters, setLetters] = useState(false)
  // The field comes and goes with the method: read after each render, since this function is a new one each time.
  const input = useSyncExternalStore(neverTold, () => touchedInput())

  useEffect(() => {
    const typed = touchedInput()
    if (typed) typed.inputMode = hasLetters || /[a-z]/i.test(typed.value) ? 'text' : 'numeric'
  })

  function takeLetters() {
    setLetters(true)
    input?.focus()
  }

  const label = input?.closest('.field')?.querySelector('.field-label')
  if (!label || hasLetters) return null
  return createPortal(
    <button className="link" type="button" tabIndex={-1} style={AT_END} onClick={takeLetters}>
      {assistWords().cnpjWithLetters}
    </button>,
    label,
  )
}

const neverTold = () => () => undefined

function touchedInput(): HTMLInputElement | null {
  return navigator.maxTouchPoints > 0 ? document.querySelector<HTMLInputElement>('#tax-id') : null
}
