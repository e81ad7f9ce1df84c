/** A text and the caret's index in it. */
export interface TypedText {
  text: string
  caret: number
}

export type Deletion = 'backward' | 'forward' | null

/**
 * Input mask: formats a field while the shopper types. The caret stays after the same letters and digits. A deletion
 * that removed only a separator also removes the character beyond it, so that the caret cannot get stuck.
 */
export function formatAsTyped(
  before: string,
  typed: TypedText,
  deletion: Deletion,
  format: (text: string) => string,
): TypedText {
  const { text, caret } = hasSameCharacters(before, typed.text)
    ? deleteBeyond(typed, deletion)
    : typed
  const formatted = format(text)
  const isAtEnd = counting(text.slice(caret)) === 0
  return {
    text: formatted,
    caret: isAtEnd ? formatted.length : indexAfter(formatted, counting(text.slice(0, caret))),
  }
}

function deleteBeyond({ text, caret }: TypedText, deletion: Deletion): TypedText {
  if (deletion === 'backward') {
    const kept = text.slice(0, caret).replace(/[\da-z+][^\da-z+]*$/i, '')
    return { text: kept + text.slice(caret), caret: kept.length }
  }
  if (deletion === 'forward') {
    return { text: text.slice(0, caret) + text.slice(caret).replace(/[\da-z+]/i, ''), caret }
  }
  return { text, caret }
}

function hasSameCharacters(one: string, other: string): boolean {
  return withoutSeparators(one) === withoutSeparators(other)
}

function counting(text: string): number {
  return withoutSeparators(text).length
}

function withoutSeparators(text: string): string {
  return text.replaceAll(/[^\da-z+]/gi, '')
}

function indexAfter(text: string, count: number): number {
  let index = 0
  for (let left = count; left > 0 && index < text.length; index++) {
    if (counting(text.charAt(index)) === 1) left--
  }
  return index
}
