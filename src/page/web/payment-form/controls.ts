import type { KeyboardEvent } from 'react'
import type { PaymentMethod } from '../../../contract/payment.ts'
import type { Draft } from './draft.ts'
import type { FieldName, FieldValues } from './required-fields.ts'
import { type Deletion, formatAsTyped } from '../../../domain/format-as-typed.ts'
import { formatField } from './formats.ts'

type Control = HTMLInputElement | HTMLSelectElement

/** The control and field name of an event's target; each control's id is its field's name. */
export function controlOf(target: EventTarget): { control: Control; name: FieldName } | null {
  const isControl = target instanceof HTMLInputElement || target instanceof HTMLSelectElement
  if (!isControl || target.type === 'radio') return null
  return { control: target, name: target.id as FieldName }
}

/** The method of an event's target, if it is a method's radio button. */
export function methodOf(target: EventTarget): PaymentMethod | null {
  const isRadio = target instanceof HTMLInputElement && target.type === 'radio'
  return isRadio ? (target.value as PaymentMethod) : null
}

/** Applies the field's input mask to a control, and returns the text. */
export function formatControl(
  control: Control,
  name: FieldName,
  values: FieldValues,
  event: Event,
): string {
  if (control instanceof HTMLSelectElement || isComposing(event)) return control.value
  const typed = { text: control.value, caret: control.selectionStart ?? control.value.length }
  const format = (text: string) => formatField(name, text, values)
  const shown = formatAsTyped(values[name] ?? '', typed, deletionOf(event), format)
  if (shown.text !== control.value) {
    control.value = shown.text
    if (document.activeElement === control) control.setSelectionRange(shown.caret, shown.caret)
  }
  return shown.text
}

/** Writes programmatically changed values into the uncontrolled inputs. */
export function writeControls(
  form: HTMLFormElement,
  before: FieldValues,
  after: FieldValues,
): void {
  for (const element of form.elements) {
    const found = controlOf(element)
    if (found === null || before[found.name] === after[found.name]) continue
    found.control.value = after[found.name] ?? ''
  }
}

/** On touch keyboards `enterkeyhint="next"` moves on; otherwise, and in the last field, Enter submits. */
export function goToNext(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, currentTarget: form } = event
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  if (!(target instanceof HTMLInputElement) || target.getAttribute('enterkeyhint') !== 'next')
    return
  if (!window.matchMedia('(pointer: coarse)').matches) return
  const controls = [...form.elements].filter((element) => controlOf(element) !== null)
  const next = controls[controls.indexOf(target) + 1]
  if (!(next instanceof HTMLElement)) return
  event.preventDefault()
  next.focus()
}

/**
 * Reads the draft from the controls, including input from before hydration and autofill. Returns the same object when
 * nothing changed, which avoids a render.
 */
export function readDraft(form: HTMLFormElement, draft: Draft): Draft {
  const values = { ...draft.values }
  let { method } = draft
  for (const element of form.elements) {
    const found = controlOf(element)
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

function deletionOf(event: Event): Deletion {
  if (!(event instanceof InputEvent)) return null
  if (event.inputType === 'deleteContentBackward') return 'backward'
  return event.inputType === 'deleteContentForward' ? 'forward' : null
}

function isComposing(event: Event): boolean {
  return event instanceof InputEvent && event.isComposing
}
