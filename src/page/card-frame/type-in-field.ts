import { formatAsTyped } from '#domain/format-as-typed.ts'

const NO_INPUT = { isComposing: false, inputType: '' }

/** Applies an input mask after the browser changed the field, and keeps the caret in place. */
export function typeInField(
  input: HTMLInputElement,
  before: string,
  event: Event | null,
  format: (text: string) => string,
): void {
  const { isComposing, inputType } = event instanceof InputEvent ? event : NO_INPUT
  if (isComposing) return
  const typed = { text: input.value, caret: input.selectionStart ?? input.value.length }
  const shown = formatAsTyped(before, typed, inputType, format)
  if (shown.text === input.value) return
  input.value = shown.text
  if (document.activeElement === input) input.setSelectionRange(shown.caret, shown.caret)
}
