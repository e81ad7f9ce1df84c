import type { KeyboardEvent } from 'react'
import type { PaymentMethod } from '#contract/payment.ts'
import type { Draft } from './draft.ts'
import type { FieldName, FieldValues } from './required-fields.ts'
import { formatAsTyped } from '#domain/format-as-typed.ts'
import { formatField } from './formats.ts'

/** The button of the form, as it is now: React may replace both, and other forms may stand beside it. */
export function findPayButton(): HTMLButtonElement | null {
  return document.querySelector('.pay-bar > .primary')
}

type Control = HTMLInputElement | HTMLSelectElement

/** The name of the methods' radio buttons. */
export const METHOD_NAME = 'payment-method'

/**
 * The control and field name of an event's target. The id of a control is its field's name; a radio button has the
 * field's name as its `name`, and only the chosen one counts. `null` for a control that is not ours, as an extension of
 * the browser may put one into the form.
 */
export function controlOf(
  target: EventTarget,
  values: FieldValues,
): { control: Control; name: FieldName } | null {
  if (!isControl(target)) return null
  const name = (isRadio(target) ? target.name : target.id) as FieldName
  const isGiven = !isRadio(target) || target.checked
  return name in values && isGiven ? { control: target, name } : null
}

/** The method of an event's target, if it is a method's radio button. */
export function methodOf(target: EventTarget): PaymentMethod | null {
  const isMethod = isRadio(target) && target.name === METHOD_NAME
  return isMethod ? (target.value as PaymentMethod) : null
}

export function isControl(target: EventTarget): target is Control {
  return target instanceof HTMLInputElement || target instanceof HTMLSelectElement
}

interface Radio extends HTMLInputElement {
  type: 'radio'
}

export function isRadio(target: EventTarget): target is Radio {
  return target instanceof HTMLInputElement && target.type === 'radio'
}

/** Applies the field's input mask to a control, and returns the text. */
export function formatControl(
  control: Control,
  name: FieldName,
  values: FieldValues,
  event: Event,
): string {
  if (control instanceof HTMLSelectElement || isRadio(control) || isComposing(event))
    return control.value
  const typed = { text: control.value, caret: control.selectionStart ?? control.value.length }
  const format = (text: string) => formatField(name, text, values)
  const shown = formatAsTyped(
    values[name] ?? '',
    typed,
    event instanceof InputEvent ? event.inputType : '',
    format,
  )
  if (shown.text !== control.value) {
    control.value = shown.text
    if (document.activeElement === control) control.setSelectionRange(shown.caret, shown.caret)
  }
  return shown.text
}

/** Removes the spaces at both ends of a text, and returns it. */
export function trimControl(control: Control): string {
  const text = control.value.trim()
  // The `value` of an e-mail input never has the spaces that the input shows at both ends.
  if (control.type === 'email' || text !== control.value) {
    control.value = ''
    control.value = text
  }
  return text
}

/**
 * On touch keyboards `enterkeyhint="next"` moves on, also into the card frame; otherwise, and in the last field, Enter
 * submits.
 */
export function goToNext(event: KeyboardEvent<HTMLFormElement>, focusCard: () => void): void {
  const { target, currentTarget: form } = event
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  if (!(target instanceof HTMLInputElement) || target.getAttribute('enterkeyhint') !== 'next')
    return
  if (!window.matchMedia('(pointer: coarse)').matches) return
  const controls = [
    ...form.querySelectorAll<HTMLElement>('input:not([type=radio]), select, iframe'),
  ]
  const next = controls.slice(controls.indexOf(target) + 1).find(takesFocus)
  if (next === undefined) return
  event.preventDefault()
  if (next instanceof HTMLIFrameElement) focusCard()
}

/** Focuses the element, unless it is invisible. */
function takesFocus(element: HTMLElement): boolean {
  element.focus()
  return document.activeElement === element
}

/**
 * Reads the draft from the controls, including input from before hydration and autofill. Returns the same object when
 * nothing changed, which avoids a render.
 */
export function readDraft(form: HTMLFormElement, draft: Draft): Draft {
  const values = { ...draft.values }
  let { method } = draft
  for (const element of form.elements) {
    const found = controlOf(element, values)
    if (found === null) {
      const chosen = element instanceof HTMLInputElement && element.checked && methodOf(element)
      method = chosen || method
    } else {
      const text = formatField(found.name, found.control.value, values)
      if (text !== found.control.value) found.control.value = text
      values[found.name] = text
    }
  }
  const isSame = method === draft.method && isSameText(values, draft.values)
  return isSame ? draft : { method, values }
}

function isSameText(values: FieldValues, others: FieldValues): boolean {
  const names = Object.keys(values) as FieldName[]
  return names.every((name) => values[name] === others[name])
}

function isComposing(event: Event): boolean {
  return event instanceof InputEvent && event.isComposing
}
