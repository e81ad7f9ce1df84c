import type { Plural, WordKey, Words } from '../../words/words.ts'

/** A sentence of a language, as what a name must be: a text, or a pattern where something is filled in. */
export function sentence(words: Words, key: WordKey): string | RegExp {
  const text: string | Plural = words[key]
  if (typeof text === 'string' && !text.includes('{')) return text
  return new RegExp(`^${sourceOf(text)}$`, 'u')
}

/** The same as what a longer text must have in it. */
export function partOfText(words: Words, key: WordKey): string | RegExp {
  const text: string | Plural = words[key]
  if (typeof text === 'string' && !text.includes('{')) return text
  return new RegExp(sourceOf(text), 'u')
}

/** A pattern of the sentence, or of each of its plurals. An amount has a digit in it; any other gap is anything. */
function sourceOf(text: string | Plural): string {
  if (typeof text !== 'string') return `(?:${Object.values(text).map(sourceOf).join('|')})`
  return text
    .replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
    .replaceAll(/\s+/g, String.raw`\s+`)
    .replaceAll(String.raw`\{amount\}`, String.raw`.*\p{Nd}.*`)
    .replaceAll(/\\\{\w+\\\}/g, '.+')
}
