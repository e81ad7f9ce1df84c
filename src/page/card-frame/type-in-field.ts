import { type Deletion, formatAsTyped } from '#domain/format-as-typed.ts'

/** Applies an input mask after the browser changed the field, and keeps the caret in place. */
export function typeInField(
  input: HTMLInputElement,
  before: string,
  event: Event | null,
  format: (text: string) => string,
): void {
  if (event instanceof InputEvent && event.isComposing) return
  const typed = { text: input.value, caret: input.selectionStart ?? input.value.length }
  const shown = formatAsTyped(before, typed, deletionOf(event), format)
  if (shown.text === input.value) return
  input.value = shown.text
  if (document.activeElement === input) input.setSelectionRange(shown.caret, shown.caret)
}

function deletionOf(event: Event | null): Deletion {
  if (!(event instanceof InputEvent)) return null
  if (event.inputType === 'deleteContentBackward') return 'backward'
  return event.inputType === 'deleteContentForward' ? 'forward' : null
}
