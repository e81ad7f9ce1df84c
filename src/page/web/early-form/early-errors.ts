import type { CardFaults } from '../../card-frame/protocol.ts'
import type { Translate } from '#words/words.ts'
import { type FoundErrors, NO_ERRORS } from '../payment-form/check-form.ts'
import { summaryText } from '../payment-form/summary-text.ts'
import type { ErrorKey } from '../payment-form/validate-field.ts'

/** The errors that the form shows when its hydration begins. */
export interface ShownErrors extends FoundErrors {
  /** Errors of the card's fields, as the frame reported them. */
  faults: CardFaults
}

export const NOTHING_SHOWN: ShownErrors = { ...NO_ERRORS, faults: {} }

/**
 * Shows errors in the server-rendered form with the markup that React renders for them: hydration finds what it
 * expects, and changes nothing that a screen reader would announce again.
 */
export function createEarlyErrors(
  form: HTMLFormElement,
  /** The country that the server preselected. */
  country: string,
  getTranslate: () => Translate,
) {
  let shown = NOTHING_SHOWN
  let isFrozen = false

  return {
    /** Shows these errors and no others. Returns false once hydration has begun, during which the markup must not change. */
    show(found: ShownErrors): boolean {
      if (isFrozen) return false
      if (found === shown) return true
      shown = found
      const t = getTranslate()
      for (const control of form.querySelectorAll('[aria-invalid]')) {
        const key = Object.entries(found.errors).find(([name]) => name === control.id)?.[1]
        markControl(control, key, t)
      }
      const summary = form.querySelector('.summary-of-errors')
      const text = summaryText(found.summary, country, t)
      // Setting the same text again would announce it again.
      if (summary !== null && summary.textContent !== text) summary.textContent = text
      return true
    },
    /** Returns the errors that hydration finds; no others are shown after it. */
    freeze(): ShownErrors {
      isFrozen = true
      return shown
    },
    forget(): void {
      shown = NOTHING_SHOWN
    },
  }
}

/** Marks a control as valid or invalid, as `field.tsx` renders it. */
function markControl(control: Element, error: ErrorKey | undefined, t: Translate): void {
  const id = `${control.id}-error`
  document.getElementById(id)?.remove()
  const others = (control.getAttribute('aria-describedby') ?? '').replace(id, '').trim()
  const described = error === undefined ? others : `${id} ${others}`.trim()
  if (described === '') control.removeAttribute('aria-describedby')
  else control.setAttribute('aria-describedby', described)
  control.setAttribute('aria-invalid', String(error !== undefined))
  const field = control.closest('.field')
  field?.classList.toggle('bad', error !== undefined)
  if (error !== undefined) field?.append(errorText(id, t(error)))
}

function errorText(id: string, text: string): HTMLElement {
  const why = document.createElement('p')
  why.className = 'why'
  why.id = id
  why.textContent = text
  return why
}
