import { asciiDigits } from './ascii-digits.ts'

/** A text and the caret's index in it. */
export interface TypedText {
  text: string
  caret: number
}

/**
 * Input mask: formats a field while the shopper types. The caret stays after the same letters and digits. A deletion
 * that removed only a separator also removes the character beyond it, so that the caret cannot get stuck. `inputType` is the
 * browser's, empty where no key changed the text.
 */
export function formatAsTyped(
  before: string,
  typed: TypedText,
  inputType: string,
  format: (text: string) => string,
): TypedText {
  const { text, caret } =
    withoutSeparators(before) === withoutSeparators(typed.text)
      ? deleteBeyond(typed, inputType)
      : typed
  const formatted = format(text)
  const isAtEnd = counting(text.slice(caret)) === 0
  return {
    text: formatted,
    caret: isAtEnd ? formatted.length : indexAfter(formatted, counting(text.slice(0, caret))),
  }
}

function deleteBeyond({ text, caret }: TypedText, inputType: string): TypedText {
  if (inputType === 'deleteContentBackward') {
    const kept = text.slice(0, caret).replace(/[\da-z+][^\da-z+]*$/i, '')
    return { text: kept + text.slice(caret), caret: kept.length }
  }
  if (inputType === 'deleteContentForward') {
    return { text: text.slice(0, caret) + text.slice(caret).replace(/[\da-z+]/i, ''), caret }
  }
  return { text, caret }
}

function counting(text: string): number {
  return withoutSeparators(text).length
}

function withoutSeparators(text: string): string {
  return asciiDigits(text).replaceAll(/[^\da-z+]/gi, '')
}

function indexAfter(text: string, count: number): number {
  let index = 0
  while (index < text.length && counting(text.slice(0, index)) < count) index++
  return index
}
